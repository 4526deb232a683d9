@_exported import MirrorMap

/// A model that a store keeps: one row for each id.
///
/// The model declares its id as a mapped property with the name `id`. It can have any key, key path, or
/// alternative.
///
/// ```swift
/// struct Employee: StoredModel {
///   @Mapped var id: Int
///   @Mapped("first_name") var firstName: String
///   @Related var enterprise: Reference<Enterprise>?
/// }
/// ```
///
/// Structs are kept by a ``ModelStore``. Objects of classes are unique in a ``StoreContext``.
public protocol StoredModel: Mappable, Identifiable where ID: MappableValue & Sendable {
  /// The name of the model in the store, which no other model there has. Defaults to the name of the type.
  static var entityName: String { get }

  /// What the storage finds rows by quickly, in addition to ids and references. Defaults to nothing.
  static var indexes: [StoredIndex] { get }

  /// The properties that had other names in earlier versions of the model: their new names by the old ones.
  /// Defaults to none.
  static var renamedProperties: [String: String] { get }
}

extension StoredModel {
  public static var entityName: String { "\(Self.self)" }

  public static var indexes: [StoredIndex] { [] }

  public static var renamedProperties: [String: String] { [:] }
}

/// Properties by which a storage finds rows quickly.
///
/// ```swift
/// static var indexes: [StoredIndex] { [StoredIndex(\Employee.lastName, \Employee.firstName)] }
/// ```
public struct StoredIndex: Sendable {
  /// Finds the columns of the properties.
  let columns: @Sendable (AnyTable) throws -> [Int]

  /// Makes an index of the values of some properties of one model, the first one being compared first.
  public init<Model: StoredModel, each Value>(
    _ property: repeat WritableKeyPath<Model, each Value> & Sendable
  ) {
    columns = { table in
      guard let table = table as? ModelTable<Model> else {
        throw MappingError.declaration(table.type, "it declares an index of \(Model.self)")
      }
      var columns: [Int] = []
      repeat columns.append(try table.column(of: each property))
      return columns
    }
  }
}
