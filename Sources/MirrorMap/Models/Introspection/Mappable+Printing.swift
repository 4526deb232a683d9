extension Mappable {
  /// The model's type and properties, for debugging: `User(id: 7, name: "Ada", email: nil)`.
  ///
  /// This is what `print`, string interpolation, and the debugger show for a model without a
  /// description of its own. It shows all stored properties, those of superclasses first, and
  /// `unset` for required ones without a value. `…` replaces the rest of long texts and
  /// collections, objects that contain themselves, and models nested more than four levels deep.
  ///
  /// It uses reflection: nothing is planned and no `init()` runs.
  ///
  /// ```swift
  /// print(user)      // User(id: 7, name: "Ada", email: nil)
  /// print([user])    // [User(id: 7, name: "Ada", email: nil)]
  /// ```
  ///
  /// - Complexity: O(n) in the number of properties shown; about a microsecond each.
  public var debugDescription: String { ModelPrinter.describe(self) }
}
