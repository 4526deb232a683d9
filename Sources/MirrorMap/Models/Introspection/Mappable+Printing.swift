extension Mappable {
  /// The model's type and properties, for debugging: `User(id: 7, name: "Ada", email: nil)`.
  ///
  /// It is what `print`, string interpolation and the debugger show of a model that has no
  /// description of its own. Shown are all stored properties, those of superclasses first; `unset`
  /// for required ones without a value. Long texts and collections are cut off, as are objects that
  /// hold each other and models nested more than four deep: `…` stands for what is left out.
  ///
  /// It looks at the model as it is, by reflection: nothing is planned and no `init()` runs.
  ///
  /// ```swift
  /// print(user)      // User(id: 7, name: "Ada", email: nil)
  /// print([user])    // [User(id: 7, name: "Ada", email: nil)]
  /// ```
  ///
  /// - Complexity: O(n) in the number of properties shown; about a microsecond each.
  public var debugDescription: String { ModelPrinter.describe(self) }
}
