/// The types whose values are written without a call through a closure.
enum WritingKind: UInt8 {
  case bool, int, double, string
  case optionalBool, optionalInt, optionalDouble, optionalString
  case ints, doubles, strings
  /// Everything else.
  case other

  /// - Parameter declaration: of the property; only values that write themselves have a kind.
  init(_ declaration: PropertyDeclaration) {
    switch declaration.kind {
    case .bool: self = .bool
    case .int: self = .int
    case .double: self = .double
    case .string: self = .string
    case .optionalBool: self = .optionalBool
    case .optionalInt: self = .optionalInt
    case .optionalDouble: self = .optionalDouble
    case .optionalString: self = .optionalString
    case .ints: self = .ints
    case .doubles: self = .doubles
    case .strings: self = .strings
    case .model, .other: self = .other
    }
  }
}
