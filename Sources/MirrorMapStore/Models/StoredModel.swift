@_exported import MirrorMap

/// A model that a store keeps: one row for each id.
///
/// The model declares its id as a mapped property with the name `id`. The id can have any key, key path, or
/// alternative keys.
///
/// ```swift
/// struct Employee: StoredModel {
///   @Mapped var id: Int
///   @Mapped("first_name") var firstName: String
///   @Related var enterprise: Reference<Enterprise>?
/// }
/// ```
///
/// Keep structs in a ``ModelStore``, and objects of classes in a ``StoreContext``, which has one object for each id.
public protocol StoredModel: Mappable, Identifiable where ID: MappableValue & Sendable {
  /// The unique name of the model in the store. By default, the name of the type.
  static var entityName: String { get }

  /// The properties by which the storage finds rows quickly, in addition to ids and to-one relations. By default, none.
  static var indexes: [StoredIndex] { get }

  /// The new names of properties that had other names in earlier versions of the model, by their old names. By default,
  /// none.
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

  /// Makes an index of properties of one model, in the order in which their values are compared.
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
