import Foundation

// A to-one relation is in a column as the id, a to-many relation as the JSON array of the ids.

extension Reference: ColumnRepresentable {
  static var columnType: StoredColumn.ValueType { IDColumn<Model.ID>.type }
  static var largeIntegers: (any FixedWidthInteger.Type)? {
    IDColumn<Model.ID>.representable?.largeIntegers
  }
  var columnValue: ColumnValue? { IDColumn.value(of: id) }
  static func value(in column: ColumnValue) -> Reference? {
    IDColumn<Model.ID>.id(column).map { Reference($0) }
  }
}

extension ColumnRepresentable where Self: RelationValue {
  static var columnType: StoredColumn.ValueType { .text }
  static func value(in column: ColumnValue) -> Self? {
    guard let ids = try? ReferenceList.ids(column, Reference<Target>.columnType) else { return nil }
    let references = ids.compactMap { Reference<Target>.value(in: $0) }
    return references.count == ids.count ? Self(references: references) : nil
  }
}

extension Array: ColumnRepresentable where Element: ReferenceValue {
  var columnValue: ColumnValue? {
    listedIDs.map { ReferenceList.value(of: $0, Reference<Element.Target>.columnType) }
  }
}

extension Set: ColumnRepresentable where Element: ReferenceValue {
  // In the order of their ids, so that equal sets are equal in the column.
  var columnValue: ColumnValue? {
    listedIDs.map { ids in
      ReferenceList.value(
        of: ids.sorted { $0.compare($1) == .orderedAscending }, Reference<Element.Target>.columnType
      )
    }
  }
}

extension Collection where Element: ReferenceValue {
  /// The ids as they are in a list; nil if one of them can't be in JSON.
  fileprivate var listedIDs: [ColumnValue]? {
    // A key path of a generic type would be made anew each time.
    let ids = compactMap { $0.reference.columnValue }.filter { $0.real?.isFinite != false }
    return ids.count == count ? ids : nil
  }
}

/// The column of the ids of a model, and of references to it.
@usableFromInline
enum IDColumn<ID: MappableValue> {
  static var representable: (any ColumnRepresentable.Type)? {
    ID.self as? any ColumnRepresentable.Type
  }

  static var type: StoredColumn.ValueType { representable?.columnType ?? .any }

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
    guard let json = try? id.orderedJSON() else { return nil }
    let value = ColumnJSON.value(of: json)
    if value.integer != nil || json.first == UInt8(ascii: "\"") { return value }
    // 1 and 1.0 are equal in a tree, so they are one id.
    let canonical = try? JSONValue.decode(from: json).canonicalForm.orderedJSON()
    return canonical.map { ColumnJSON.value(of: $0) } ?? value
  }

  @inlinable
  static func id(_ value: ColumnValue) -> ID? {
    if ID.self == Int.self, case .integer(let value) = value, let id = Int(exactly: value) {
      return id as? ID
    }
    if ID.self == String.self, case .text(let value) = value { return value as? ID }
    return otherID(value)
  }

  @usableFromInline
  static func otherID(_ value: ColumnValue) -> ID? {
    if let type = representable { return type.id(in: value) as? ID }
    return try? ID.decode(from: ColumnJSON.json(of: value))
  }
}

/// The ids of a to-many relation, as a JSON array. Each function takes the type of the column of the ids.
enum ReferenceList {
  static func value(of ids: [ColumnValue], _ type: StoredColumn.ValueType) -> ColumnValue {
    .text("[" + ids.map { element($0, type) }.joined(separator: ",") + "]")
  }

  private static func element(_ id: ColumnValue, _ type: StoredColumn.ValueType) -> String {
    switch (id, type) {
    case (.integer(let integer), _): "\(integer)"
    // Of these types, "[1]" isn't an array, and bytes aren't JSON.
    case (.text(let text), .text): (try? text.encodeString()) ?? ""
    case (.blob(let data), .blob): (try? data.encodeString()) ?? ""
    default: String(decoding: ColumnJSON.json(of: id), as: UTF8.self)
    }
  }

  /// The ids in a column, one after the other; nil if it has something else.
  ///
  /// The relation may have been one to a single model before, or its ids may have been of another type.
  ///
  /// - Throws: `MappingError` if there is no room on the stack to read them.
  static func ids(_ value: ColumnValue, _ type: StoredColumn.ValueType) throws -> [ColumnValue]? {
    if value.isNull { return [] }
    guard let json = value.text, json.utf8.first == UInt8(ascii: "[") else {
      return value.converted(to: type).map { [$0] }
    }
    do {
      return switch type {
      case .text: try [String].decode(from: json).map { .text($0) }
      case .blob: try [Data].decode(from: json).map { .blob($0) }
      case .real:
        try [JSONNumber].decode(from: json).map { number in
          // An integer of more than 53 bits may be another one as a Double.
          guard let real = number.double, JSONNumber(real) == number else {
            throw MappingError(expected: "a number that a Double can represent")
          }
          return .real(real)
        }
      case .integer: try [Int64].decode(from: json).map { .integer($0) }
      case .any:
        try [JSONValue].decode(from: json).map { ColumnJSON.value(of: try $0.encodeBytes()) }
      }
    } catch let error as MappingError where error.code != .depthLimit {
      guard type != .any else { return nil }
      let ids = try Self.ids(value, .any)?.map { $0.converted(to: type) }
      return ids.flatMap { $0.contains(nil) ? nil : $0.compactMap(\.self) }
    }
  }
}

extension StoredRow {
  /// The ids in the column of a relation; those of a value that doesn't fit are none.
  func ids(
    _ column: Int, isToMany: Bool, _ type: StoredColumn.ValueType
  ) throws -> [ColumnValue] {
    if isToMany { return try ReferenceList.ids(self[column], type) ?? [] }
    return self[column].isNull ? [] : [self[column]]
  }
}
