import Foundation
import MirrorMapStore

#if canImport(CoreData)
  import CoreData
#endif

/// Keeps rows as managed objects.
///
/// The managed object model has an entity for each stored model, and an optional attribute for each property.
final class CoreDataStorage: RecordStorage {
  private let context: NSManagedObjectContext
  private var attributes: [StoredEntity: [NSAttributeDescription]] = [:]

  /// - Parameter context: A context with a private queue that nothing else uses.
  init(_ context: NSManagedObjectContext) { self.context = context }

  func open(_ entity: StoredEntity) throws {
    let model = context.persistentStoreCoordinator?.managedObjectModel
    guard let description = model?.entitiesByName[entity.name] else {
      throw StoreError(.schema, "the managed object model has no such entity", model: entity.name)
    }
    attributes[entity] = try entity.columns.map { column in
      guard let attribute = description.attributesByName[column.name] else {
        throw StoreError(
          .schema, "the managed object model has no such attribute", model: entity.name,
          property: column.name)
      }
      return attribute
    }
  }

  func begin() throws {}

  func commit() throws { try context.performAndWait { try context.save() } }

  func rollback() { context.performAndWait { context.rollback() } }

  func rows(of entity: StoredEntity, matching query: RowQuery) throws -> [StoredRow] {
    try context.performAndWait {
      let rows = try objects(of: entity, matching: query.condition).map { object in
        zip(entity.columns, attributes(of: entity)).map { column, attribute in
          column.value(of: object.value(forKey: attribute.name))
        }
      }
      // The predicate may find too many rows, never too few.
      return query.results(of: rows, idColumn: entity.idColumn)
    }
  }

  func write(_ row: StoredRow, of entity: StoredEntity, changed: ColumnSet?) throws {
    try context.performAndWait {
      let object =
        changed == nil
        ? NSEntityDescription.insertNewObject(forEntityName: entity.name, into: context)
        : try objects(of: entity, with: [row[entity.idColumn]]).first
      guard let object else {
        throw StoreError(.failed, "another context has deleted the object", model: entity.name)
      }
      let attributes = attributes(of: entity)
      for column in changed?.columns ?? Array(row.indices) {
        let value = entity.columns[column].object(of: row[column], for: attributes[column])
        object.setValue(value, forKey: attributes[column].name)
      }
    }
  }

  func delete(_ ids: [ColumnValue], of entity: StoredEntity) throws {
    try context.performAndWait {
      for object in try objects(of: entity, with: ids) { context.delete(object) }
    }
  }
}

extension CoreDataStorage {
  private func attributes(of entity: StoredEntity) -> [NSAttributeDescription] {
    attributes[entity] ?? []
  }

  private func objects(
    of entity: StoredEntity, with ids: [ColumnValue]
  ) throws -> [NSManagedObject] {
    try objects(of: entity, matching: .isIn(column: entity.idColumn, Set(ids)))
  }

  private func objects(
    of entity: StoredEntity, matching condition: RowCondition?
  ) throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity.name)
    request.predicate = condition.flatMap { predicate(for: $0, of: entity) }
    return try context.fetch(request)
  }

  /// A predicate that is true for all rows that fulfill a condition, and maybe for others; nil if there is none.
  ///
  /// Only ids and other values that must be equal are compared by Core Data.
  private func predicate(for condition: RowCondition, of entity: StoredEntity) -> NSPredicate? {
    switch condition {
    case .compare(let column, .equal, let value):
      return predicate(for: .isIn(column: column, [value]), of: entity)
    case .isIn(let column, let values):
      let (stored, attribute) = (entity.columns[column], attributes(of: entity)[column])
      let objects = values.compactMap { value -> Any? in
        if case .text = value {} else if stored.type == .any { return nil }
        return stored.object(of: value, for: attribute)
      }
      guard objects.count == values.count else { return nil }
      return NSPredicate(format: "%K IN %@", argumentArray: [attribute.name, objects])
    case .and(let left, let right):
      let left = predicate(for: left, of: entity)
      let right = predicate(for: right, of: entity)
      guard let left, let right else { return left ?? right }
      return NSCompoundPredicate(andPredicateWithSubpredicates: [left, right])
    case .compare, .or, .not: return nil
    }
  }
}

extension StoredColumn {
  /// The value of an attribute as a value of the column.
  fileprivate func value(of object: Any?) -> ColumnValue {
    switch object {
    case let text as String: type == .any ? Self.value(ofMarked: text) : .text(text)
    case let date as Date: .real(date.timeIntervalSinceReferenceDate)
    case let id as UUID: .text(id.uuidString)
    case let url as URL: .text(url.absoluteString)
    case let data as Data: .blob(data)
    case let number as NSNumber:
      type == .real ? .real(number.doubleValue) : .integer(number.int64Value)
    default: .null
    }
  }

  /// A value of the column as a value of an attribute.
  fileprivate func object(of value: ColumnValue, for attribute: NSAttributeDescription) -> Any? {
    switch (value, attribute.attributeType) {
    case (.null, _): nil
    case (_, .stringAttributeType) where type == .any: Self.marked(value)
    case (.integer(let integer), _): NSNumber(value: integer)
    case (.real(let real), .dateAttributeType): Date(timeIntervalSinceReferenceDate: real)
    case (.real(let real), _): NSNumber(value: real)
    case (.text(let text), .UUIDAttributeType): UUID(uuidString: text)
    case (.text(let text), .URIAttributeType): URL(string: text)
    case (.text(let text), _): text
    case (.blob(let data), _): data
    }
  }

  // A column of any type is a string attribute, in which values other than strings are marked: "#integer 42".

  private static func marked(_ value: ColumnValue) -> String? {
    switch value {
    case .null: nil
    case .integer(let integer): "#integer \(integer)"
    case .real(let real): "#real \(real)"
    case .text(let text): text.hasPrefix("#") ? "#text \(text)" : text
    case .blob(let data): "#blob \(data.base64EncodedString())"
    }
  }

  private static func value(ofMarked text: String) -> ColumnValue {
    let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = String(parts.last ?? "")
    return switch parts.first {
    case "#integer": Int64(rest).map { .integer($0) } ?? .null
    case "#real": Double(rest).map { .real($0) } ?? .null
    case "#text": .text(rest)
    case "#blob": Data(base64Encoded: rest).map { .blob($0) } ?? .null
    default: .text(text)
    }
  }
}
