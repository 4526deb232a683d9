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

  /// Another type that contains this one.
  func wrapped(_ wrap: (String) -> String) -> InferredType {
    var type = self
    type.name = wrap(name)
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
