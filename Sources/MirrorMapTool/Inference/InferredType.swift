/// The types that samples need, in the order in which they are printed.
struct InferredTypes {
  /// What a whole sample is, such as `Status` or `[String: Int]`.
  var root: InferredType
  var models: [InferredModel] = []
  var enums: [InferredEnum] = []
}

/// The type of a value.
struct InferredType {
  var name: String
  /// The argument for `transform:`.
  var transform: String?
  /// What the evidence also allows, or how clear it is.
  var comment: String?
  /// What `Foundation` declares is used.
  var needsFoundation = false
  /// How many arrays, dictionaries, and optionals the innermost type is in.
  private(set) var levels = 0

  /// Another type that contains this one.
  func wrapped(_ wrap: (String) -> String) -> InferredType {
    var type = self
    type.name = wrap(name)
    type.levels += 1
    return type
  }

  /// This type with `String` in place of dates that need a transform, if that doesn't reach them.
  ///
  /// - Parameter outerLevels: how many levels are added to this type.
  func withinReachOfTransform(outerLevels: Int) -> InferredType {
    // `Mapped` applies a transform to the items of at most three levels.
    guard transform != nil, levels + outerLevels > 3 else { return self }
    var type = self
    type.name = name.replacing("Date", with: "String")
    (type.transform, type.needsFoundation) = (nil, false)
    return type
  }
}

/// A structure or class.
struct InferredModel {
  struct Property {
    var name: String
    var key: String
    var type: InferredType
    var isOptional: Bool
  }

  var name: String
  /// How many objects there are in the samples.
  var count: Int
  var properties: [Property]
  /// Whether it contains itself other than in an array or dictionary.
  var isRecursive: Bool
}

/// An enumeration of strings.
struct InferredEnum {
  var name: String
  /// How many strings there are in the samples.
  var count: Int
  var values: [String]
}
