import Foundation

// A relation to one is in a column as the id, one to many as the JSON array of the ids.

extension Reference: ColumnRepresentable {
  static var columnType: StoredColumn.ValueType { IDColumn<Model.ID>.type }
  static var holdsLargeIntegers: Bool { IDColumn<Model.ID>.holdsLargeIntegers }
  var columnValue: ColumnValue? { IDColumn.value(of: id) }
  init?(columnValue: ColumnValue) {
    guard let id = IDColumn<Model.ID>.id(columnValue) else { return nil }
    self.init(id)
  }
}

extension Array: ColumnRepresentable where Element: ReferenceValue {
  static var columnType: StoredColumn.ValueType { .text }
  var columnValue: ColumnValue? { ReferenceList.value(of: map(\.reference)) }
  init?(columnValue: ColumnValue) {
    guard let references = ReferenceList.references(columnValue, Element.Target.self) else {
      return nil
    }
    self.init(references: references)
  }
}

extension Set: ColumnRepresentable where Element: ReferenceValue {
  static var columnType: StoredColumn.ValueType { .text }
  // In the order of their ids, so that equal sets are equal in the column.
  var columnValue: ColumnValue? {
    let values = map { IDColumn.value(of: $0.reference.id) }
    return ReferenceList.value(
      of: values.compactMap(\.self).sorted { $0.compare($1) == .orderedAscending },
      IDColumn<Element.Target.ID>.type)
  }
  init?(columnValue: ColumnValue) {
    guard let references = ReferenceList.references(columnValue, Element.Target.self) else {
      return nil
    }
    self.init(references: references)
  }
}

/// The column of the ids of a model, and of references to it.
@usableFromInline
enum IDColumn<ID: MappableValue> {
  private static var representable: (any ColumnRepresentable.Type)? {
    ID.self as? any ColumnRepresentable.Type
  }

  static var type: StoredColumn.ValueType { representable?.columnType ?? .any }

  static var holdsLargeIntegers: Bool { representable?.holdsLargeIntegers ?? false }

  /// The value of an id in a column; nil if it can't be in one, such as NaN.
  @inlinable
  static func value(of id: ID) -> ColumnValue? {
    // Mostly one of these two, for which this is specialized.
    if let id = id as? Int { return .integer(Int64(id)) }
    if let id = id as? String { return .text(id) }
    return otherValue(of: id)
  }

  @usableFromInline
  static func otherValue(of id: ID) -> ColumnValue? {
    if let id = id as? any ColumnRepresentable { return id.columnValue }
    return (try? id.encodeBytes()).map { ColumnJSON.value(of: $0) }
  }

  @inlinable
  static func id(_ value: ColumnValue) -> ID? {
    if ID.self == Int.self, case .integer(let value) = value { return Int(exactly: value) as? ID }
    if ID.self == String.self, case .text(let value) = value { return value as? ID }
    return otherID(value)
  }

  @usableFromInline
  static func otherID(_ value: ColumnValue) -> ID? {
    if let type = representable { return type.init(columnValue: value) as? ID }
    return try? ID.decode(from: ColumnJSON.json(of: value))
  }
}

/// The ids of a relation to many, as a JSON array.
enum ReferenceList {
  static func value<Model>(of references: [Reference<Model>]) -> ColumnValue? {
    value(of: references.compactMap { IDColumn.value(of: $0.id) }, IDColumn<Model.ID>.type)
  }

  /// - Parameter type: The type of the column of the ids.
  static func value(of ids: [ColumnValue], _ type: StoredColumn.ValueType) -> ColumnValue {
    var json = "["
    for (index, id) in ids.enumerated() {
      if index > 0 { json += "," }
      if case .integer(let id) = id {
        json += String(id)
      } else {
        json += String(decoding: element(id, type), as: UTF8.self)
      }
    }
    return .text(json + "]")
  }

  private static func element(_ id: ColumnValue, _ type: StoredColumn.ValueType) -> [UInt8] {
    switch (id, type) {
    // Of these types, "[1]" isn't an array, and bytes aren't JSON.
    case (.text(let text), .text): (try? text.encodeBytes()) ?? []
    case (.blob(let data), .blob): (try? data.encodeBytes()) ?? []
    default: ColumnJSON.json(of: id)
    }
  }

  /// The ids in a column, one after the other.
  ///
  /// - Parameter type: The type of the column of the ids.
  static func ids(_ value: ColumnValue, _ type: StoredColumn.ValueType) -> [ColumnValue]? {
    switch value {
    case .text(let json):
      switch type {
      case .text: return (try? [String].decode(from: json))?.map { .text($0) }
      case .blob: return (try? [Data].decode(from: json))?.map { .blob($0) }
      case .real: return (try? [Double].decode(from: json))?.map { .real($0) }
      case .integer: return (try? [Int64].decode(from: json))?.map { .integer($0) }
      case .any:
        guard let array = try? [JSONValue].decode(from: json) else { return nil }
        return array.compactMap { (try? $0.encodeBytes()).map { ColumnJSON.value(of: $0) } }
      }
    case .null: return []
    default: return nil
    }
  }

  static func references<Model>(
    _ value: ColumnValue, _ type: Model.Type
  ) -> [Reference<Model>]? {
    guard let ids = ids(value, IDColumn<Model.ID>.type) else { return nil }
    let references = ids.compactMap { Reference<Model>(columnValue: $0) }
    return references.count == ids.count ? references : nil
  }
}
