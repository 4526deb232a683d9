/// What happens to a relation when JSON that has it arrives.
public enum RelationPolicy: Hashable, Sendable {
  /// The relation refers to what the JSON has, and to nothing else.
  case assign
  /// A relation to many keeps what it refers to, and what is new comes after it. A relation to one is assigned.
  case merge
  /// The relation is assigned, and objects that it refers to no longer are deleted from the store.
  case replace
}
