/// A mapped property as its model's plan knows it.
struct PlannedProperty {
  let name: String
  /// Its key paths, the preferred one first; never empty, nor is any path.
  let paths: [[String]]
  let declaration: PropertyDeclaration
  let field: PlannedField
}

/// The part of a ``PlannedProperty`` that is looked at for each value.
struct PlannedField {
  /// Where the property's wrapper begins, from the model's base.
  let offset: Int
  /// Where its state lies, from the model's base.
  let stateOffset: Int
  let kind: FieldKind
  /// Whether its key has to be there.
  let isRequired: Bool
  /// Whether `null` is read as a value.
  let acceptsNull: Bool
  /// Whether `null` leaves the default in place.
  let hasDefault: Bool
}

extension PlannedField {
  init(_ field: OffsetProof.Field, _ declaration: PropertyDeclaration) {
    offset = field.offset
    stateOffset = field.stateOffset
    kind = declaration.kind
    isRequired = !declaration.hasDefault && !declaration.isOptional
    acceptsNull = declaration.acceptsNull
    hasDefault = declaration.hasDefault
  }
}
