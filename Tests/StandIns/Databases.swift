// Types of Realm and SwiftData as far as the article Network uses them, with their signatures.

open class Object {
  public required init() {}
}

public final class Realm {
  public enum UpdatePolicy { case error, modified, all }

  public private(set) var objects: [Object] = []

  public init() {}

  public func write<Result>(_ block: () throws -> Result) throws -> Result { try block() }

  public func add(_ object: Object, update: UpdatePolicy = .error) { objects.append(object) }
}

public protocol PersistentModel: AnyObject {}

public final class ModelContext {
  public private(set) var models: [any PersistentModel] = []
  public private(set) var saveCount = 0

  public init() {}

  public func insert<T: PersistentModel>(_ model: T) { models.append(model) }
  public func save() throws { saveCount += 1 }
}
