#if !canImport(CoreData)
  import Foundation

  // The part of Core Data that `CoreDataStorage` and its tests use, where there is no Core Data: the same names and
  // signatures, and objects in memory. Coordinators keep what contexts have saved.

  enum NSAttributeType: UInt {
    case integer64AttributeType = 300
    case doubleAttributeType = 500
    case stringAttributeType = 700
    case dateAttributeType = 900
    case binaryDataAttributeType = 1000
    // swift-format-ignore: AlwaysUseLowerCamelCase
    case UUIDAttributeType = 1100
    // swift-format-ignore: AlwaysUseLowerCamelCase
    case URIAttributeType = 1200

    /// Whether an attribute takes a value; Core Data raises an exception for others.
    func accepts(_ value: Any) -> Bool {
      switch self {
      case .integer64AttributeType, .doubleAttributeType: value is NSNumber
      case .stringAttributeType: value is String
      case .dateAttributeType: value is Date
      case .binaryDataAttributeType: value is Data
      case .UUIDAttributeType: value is UUID
      case .URIAttributeType: value is URL
      }
    }
  }

  class NSPropertyDescription {
    var name = ""
    var isOptional = true
  }

  final class NSAttributeDescription: NSPropertyDescription {
    var attributeType = NSAttributeType.stringAttributeType
  }

  final class NSEntityDescription {
    var name: String?
    var properties: [NSPropertyDescription] = []
    var attributesByName: [String: NSAttributeDescription] {
      let attributes = properties.compactMap { $0 as? NSAttributeDescription }
      return Dictionary(uniqueKeysWithValues: attributes.map { ($0.name, $0) })
    }

    static func insertNewObject(
      forEntityName name: String, into context: NSManagedObjectContext
    ) -> NSManagedObject {
      context.insert(name)
    }
  }

  final class NSManagedObjectModel {
    var entities: [NSEntityDescription] = []
    var entitiesByName: [String: NSEntityDescription] {
      Dictionary(uniqueKeysWithValues: entities.map { ($0.name ?? "", $0) })
    }
  }

  final class NSPersistentStoreCoordinator {
    let managedObjectModel: NSManagedObjectModel
    /// The values of the objects that have been saved, by the numbers of the objects.
    fileprivate var saved: [Int: (entity: String, values: [String: Any])] = [:]
    fileprivate var count = 0

    init(managedObjectModel: NSManagedObjectModel) { self.managedObjectModel = managedObjectModel }
  }

  final class NSManagedObject {
    let entity: NSEntityDescription
    fileprivate let number: Int
    fileprivate var values: [String: Any]

    fileprivate init(_ entity: NSEntityDescription, _ number: Int, _ values: [String: Any]) {
      (self.entity, self.number, self.values) = (entity, number, values)
    }

    func value(forKey key: String) -> Any? { values[key] }

    func setValue(_ value: Any?, forKey key: String) {
      guard let attribute = entity.attributesByName[key] else { fatalError("no attribute \(key)") }
      precondition(value.map(attribute.attributeType.accepts) ?? true, "\(key) = \(value ?? "nil")")
      values[key] = value
    }
  }

  final class NSManagedObjectContext {
    let persistentStoreCoordinator: NSPersistentStoreCoordinator?
    private var objects: [Int: NSManagedObject] = [:]
    private var deleted: Set<Int> = []

    fileprivate init(_ coordinator: NSPersistentStoreCoordinator) {
      persistentStoreCoordinator = coordinator
    }

    private var coordinator: NSPersistentStoreCoordinator {
      guard let persistentStoreCoordinator else { fatalError("no coordinator") }
      return persistentStoreCoordinator
    }

    func performAndWait<T>(_ block: () throws -> T) rethrows -> T { try block() }

    fileprivate func insert(_ name: String) -> NSManagedObject {
      coordinator.count += 1
      return register(name, coordinator.count, [:])
    }

    private func register(_ name: String, _ number: Int, _ values: [String: Any]) -> NSManagedObject
    {
      guard let entity = coordinator.managedObjectModel.entitiesByName[name] else {
        fatalError("no entity \(name)")
      }
      let object = NSManagedObject(entity, number, values)
      objects[number] = object
      return object
    }

    func fetch<Result>(_ request: NSFetchRequest<Result>) throws -> [Result] {
      for (number, object) in coordinator.saved where objects[number] == nil {
        _ = register(object.entity, number, object.values)
      }
      return objects.values.filter { object in
        object.entity.name == request.entityName && !deleted.contains(object.number)
          && request.predicate?.evaluate(with: object) ?? true
      }.compactMap { $0 as? Result }
    }

    func delete(_ object: NSManagedObject) { deleted.insert(object.number) }

    func save() throws {
      for (number, object) in objects {
        coordinator.saved[number] = (object.entity.name ?? "", object.values)
      }
      for number in deleted { coordinator.saved[number] = nil }
      rollback()
    }

    func rollback() { (objects, deleted) = ([:], []) }
  }

  final class NSFetchRequest<Result> {
    let entityName: String?
    var predicate: NSPredicate?

    init(entityName: String) { self.entityName = entityName }
  }

  final class NSPersistentStoreDescription {
    init(url: URL) {}
  }

  /// Core Data's container can be used by all threads; this one is used by one.
  final class NSPersistentContainer: @unchecked Sendable {
    let persistentStoreCoordinator: NSPersistentStoreCoordinator
    var persistentStoreDescriptions: [NSPersistentStoreDescription] = []

    init(name: String, managedObjectModel: NSManagedObjectModel) {
      persistentStoreCoordinator = NSPersistentStoreCoordinator(
        managedObjectModel: managedObjectModel)
    }

    func loadPersistentStores(
      completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
      for description in persistentStoreDescriptions { block(description, nil) }
    }

    func newBackgroundContext() -> NSManagedObjectContext {
      NSManagedObjectContext(persistentStoreCoordinator)
    }
  }

  extension NSPredicate {
    /// Makes the one predicate that `CoreDataStorage` makes; Foundation has no formats on Linux.
    convenience init(format: String, argumentArray arguments: [Any]?) {
      precondition(format == "%K IN %@", format)
      guard let key = arguments?.first as? String, let values = arguments?.last as? [Any] else {
        fatalError("no operands")
      }
      let keys = Set(values.compactMap { $0 as? AnyHashable })
      nonisolated(unsafe) let operands = keys
      self.init { object, _ in
        guard let value = (object as? NSManagedObject)?.value(forKey: key) as? AnyHashable else {
          return false
        }
        return operands.contains(value)
      }
    }
  }
#endif
