// A shape says what a value is in JSON, but neither how it's read nor how a JSON Schema spells it.
// It has two readers: `Schema/` makes JSON Schema of it, and plans look up which models a value can
// contain.
//
// Shapes refer to other types instead of copying their shapes, so types can contain themselves:
//
//   [Formula?]   array ─ optional ─ value(Formula)     Formula.shape is looked up when it's needed
//   Formula      anyOf ┬ number
//                      └ array ─ value(Formula)

/// What a type's values look like in JSON, as data: `.string(format: "date")`.
///
/// All types of the library have a shape. Give one to types, transforms, and containers of your
/// own:
///
/// ```swift
/// struct Celsius: MappableValue {
///   static var shape: ValueShape { .number(minimum: -273.15) }
///   …
/// }
///
/// indirect enum Formula: MappableValue {
///   case number(Double), sum([Formula])
///   static var shape: ValueShape { .anyOf([.number(), .array(of: Formula.self)]) }
///   …
/// }
/// ```
///
/// MirrorMap makes ``MappableValue/jsonSchema`` from shapes, and finds the models that a value can
/// contain. A shape doesn't change how values are read; with decoders of other libraries, ``CodableByMapping`` models try
/// its type first.
public enum ValueShape: Sendable {
  /// Any JSON. Name the shapes of what values can contain if that includes models: their
  /// declarations are checked before the first byte is read.
  case anything(containing: [ValueShape] = [])
  /// `true` or `false`.
  case boolean
  /// A number without a fraction, between two bounds, both included.
  case integer(minimum: JSONNumber? = nil, maximum: JSONNumber? = nil)
  /// A number between two bounds, both included.
  case number(minimum: JSONNumber? = nil, maximum: JSONNumber? = nil)
  /// A number, or a string that contains one, with any coercion.
  case numberOrText
  /// A string. The format is one of JSON Schema's, such as `"email"`; the pattern a regular
  /// expression of ECMA 262; the content encoding such as `"base64"`. Unless it's exact, it's read
  /// from numbers and booleans as well if the coercion allows it.
  case string(
    format: String? = nil, pattern: String? = nil, contentEncoding: String? = nil,
    isExact: Bool = false)
  /// A string that contains a JSON document.
  indirect case document(ValueShape)
  /// One of several values, and the shape that they have in common.
  indirect case enumeration([JSONValue], of: ValueShape)
  /// A raw value that a coding reads, and the shape of all raw values.
  indirect case rawValue(any ValueCoding, of: ValueShape)
  /// An array, given the shape of its elements.
  indirect case array(of: ValueShape)
  /// An object with any keys of a type, given the shape of its values.
  indirect case dictionary(of: ValueShape, keys: any MappableKey.Type = String.self)
  /// `null`, or a value of a shape.
  indirect case optional(of: ValueShape)
  /// A value with at least one of several shapes.
  case anyOf([ValueShape])
  /// One of several types with a tag, in the order in which they're tried. A tag can be without a
  /// value, and the fallback reads values with unknown tags.
  indirect case tagged(
    Tagging, [(tag: ModelTag?, value: ValueShape?)], fallback: ValueShape?)
  /// The object that a model's properties are read from: the shape of all models by default.
  case model(any Mappable.Type)
  /// The shape of another type. It's looked up only when it's needed, so types can contain
  /// themselves.
  case value(any MappableValue.Type)
  /// A shape with a description for those who read the JSON Schema.
  indirect case described(ValueShape, as: String)

  /// An array, given the type of its elements.
  public static func array(of element: any MappableValue.Type) -> ValueShape {
    .array(of: .value(element))
  }

  /// An object with any keys of a type, given the type of its values.
  public static func dictionary(
    of value: any MappableValue.Type, keys: any MappableKey.Type = String.self
  ) -> ValueShape {
    .dictionary(of: .value(value), keys: keys)
  }

  /// `null`, or a value of a type.
  public static func optional(of wrapped: any MappableValue.Type) -> ValueShape {
    .optional(of: .value(wrapped))
  }
}

// MARK: - Looking through shapes

extension ValueShape {
  /// The shapes that this one is made of.
  var parts: [ValueShape] {
    switch self {
    case .array(let part), .dictionary(let part, _), .optional(let part), .document(let part),
      .enumeration(_, let part), .rawValue(_, let part), .described(let part, _):
      [part]
    case .anything(let parts), .anyOf(let parts): parts
    case .tagged(_, let types, let fallback): (types.map(\.value) + [fallback]).compactMap(\.self)
    case .boolean, .integer, .number, .numberOrText, .string, .model, .value: []
    }
  }

  /// Whether all values are booleans, numbers, or texts; or `null`, if it's optional.
  var isScalar: Bool { isScalar(orArray: false, depth: 8) }

  /// Whether some values are read from objects, or from objects in place of arrays.
  var mayBeObject: Bool { !isScalar(orArray: true, depth: 8) }

  /// - Parameters:
  ///   - isArrayTaken: Whether an array of scalars counts as one.
  ///   - depth: How many shapes are looked into, as a shape of several can contain itself.
  private func isScalar(orArray isArrayTaken: Bool, depth: Int) -> Bool {
    guard depth > 0 else { return false }
    switch resolved {
    case .boolean, .integer, .number, .numberOrText, .string, .document: return true
    case .array(let part) where isArrayTaken:
      return part.isScalar(orArray: isArrayTaken, depth: depth - 1)
    case .optional(let part), .enumeration(_, let part), .rawValue(_, let part),
      .described(let part, _):
      return part.isScalar(orArray: isArrayTaken, depth: depth - 1)
    case .anyOf(let parts):
      return !parts.isEmpty
        && parts.allSatisfy { $0.isScalar(orArray: isArrayTaken, depth: depth - 1) }
    case .anything, .array, .dictionary, .tagged, .model, .value: return false
    }
  }

  /// The shape itself; of a reference to a type, that type's shape.
  var resolved: ValueShape {
    var shape = self
    var seen: Set<ObjectIdentifier> = []
    while case .value(let type) = shape, seen.insert(ObjectIdentifier(type)).inserted {
      shape = type.shape
    }
    return shape
  }
}
