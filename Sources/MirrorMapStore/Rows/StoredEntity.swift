/// A stored model as storages see it: a name, and the columns of its rows.
///
///     Employee     id INTEGER, firstName TEXT, age INTEGER, enterprise INTEGER → Enterprise
///
/// It's made once for each model. A storage doesn't know models, only entities and rows.
public final class StoredEntity: Hashable, Sendable {
  /// The name, which is unique in a store: ``StoredModel/entityName`` of the model.
  public let name: String
  /// The columns, in the order in which the model declares its properties.
  public let columns: [StoredColumn]
  /// The position of the column with the id.
  public let idColumn: Int
  /// The columns of each index besides that of the id, by their positions.
  public let indexes: [[Int]]

  /// Makes an entity.
  public init(name: String, columns: [StoredColumn], idColumn: Int, indexes: [[Int]] = []) {
    self.name = name
    self.columns = columns
    self.idColumn = idColumn
    self.indexes = indexes
  }

  /// Returns whether two entities have the same name, which is unique in a store.
  public static func == (left: StoredEntity, right: StoredEntity) -> Bool {
    left === right || left.name == right.name
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The position of a column by its name; nil if there is none.
  public func position(of name: String) -> Int? { columns.firstIndex { $0.name == name } }
}

/// A column of a stored entity: one property of the model.
public struct StoredColumn: Hashable, Sendable {
  /// The type of the values in a column, which can also be ``ColumnValue/null``.
  public enum ValueType: String, Hashable, Sendable {
    /// Integers of 64 bits.
    case integer
    /// Floating-point numbers.
    case real
    /// Strings.
    case text
    /// Bytes.
    case blob
    /// Any of the four.
    case any
  }

  /// The property's name.
  public let name: String
  /// The type of the column's values.
  public let type: ValueType
  /// Whether each row must have a value here.
  public let isRequired: Bool
  /// The value for rows that are older than the column; nil if there is none.
  public let defaultValue: ColumnValue?
  /// The names that the property had in earlier versions of the model.
  public let formerNames: [String]
  /// The name of the entity whose ids are in this column; nil if the property isn't a relation.
  public let target: String?
  /// Whether the column holds many ids of the target, as a JSON array, instead of one.
  public let isToMany: Bool

  /// Makes a column.
  public init(
    name: String, type: ValueType, isRequired: Bool, defaultValue: ColumnValue? = nil,
    formerNames: [String] = [], target: String? = nil, isToMany: Bool = false
  ) {
    self.name = name
    self.type = type
    self.isRequired = isRequired
    self.defaultValue = defaultValue
    self.formerNames = formerNames
    self.target = target
    self.isToMany = isToMany
  }
}
