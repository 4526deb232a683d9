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
      ofIDs: values.compactMap(\.self).sorted { $0.compare($1) == .orderedAscending })
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
    value(ofIDs: references.compactMap { IDColumn.value(of: $0.id) })
  }

  static func value(ofIDs ids: [ColumnValue]) -> ColumnValue {
    var json = "["
    for (index, id) in ids.enumerated() {
      if index > 0 { json += "," }
      if case .integer(let id) = id {
        json += String(id)
      } else {
        json += String(decoding: ColumnJSON.json(of: id), as: UTF8.self)
      }
    }
    return .text(json + "]")
  }

  /// The ids in a column, one after the other.
  static func ids(_ value: ColumnValue) -> [ColumnValue]? {
    switch value {
    case .text(let json):
      guard let array = try? [JSONValue].decode(from: json) else { return nil }
      return array.compactMap { (try? $0.encodeBytes()).map { ColumnJSON.value(of: $0) } }
    case .null: return []
    default: return nil
    }
  }

  static func references<Model>(
    _ value: ColumnValue, _ type: Model.Type
  ) -> [Reference<Model>]? {
    guard let ids = ids(value) else { return nil }
    let references = ids.compactMap { Reference<Model>(columnValue: $0) }
    return references.count == ids.count ? references : nil
  }
}
