// A shape is data: it says what a value is in JSON, and neither how it is read nor how a JSON Schema
// spells it. It has two readers: `Schema/` makes JSON Schema of it, and the plans look up which models
// a value can contain, so that their declarations are checked before the first byte is read.
//
// Shapes refer to other types instead of copying their shapes, so that types can contain themselves:
//
//   [Formula?]   array ─ optional ─ value(Formula)          Formula.shape is asked for when needed
//   Formula      anyOf ┬ number
//                      └ array ─ value(Formula)

/// What a type's values look like in JSON: a description as data, such as `.string(format: "date")`.
///
/// All types of the library have a shape. Give one to types, transforms, and containers of your own:
///
/// ```swift
/// struct Celsius: MappableValue {
///   static var shape: ValueShape { .number(minimum: -273.15) }
///   …
/// }
///
/// indirect enum Formula: MappableValue {
///   case number(Double), sum([Formula])
///   static var shape: ValueShape { .anyOf(.number, .array(of: Formula.self)) }
///   …
/// }
/// ```
///
/// MirrorMap makes ``MappableValue/jsonSchema`` from it, and finds the models that a value can contain.
/// A shape doesn't change how values are read.
public struct ValueShape: Sendable {
  let form: Form

  /// The kinds of shapes.
  indirect enum Form: Sendable {
    /// Any JSON, whose values can contain those of some shapes.
    case anything(containing: [ValueShape])
    case boolean
    case integer(minimum: JSONNumber?, maximum: JSONNumber?)
    case number(minimum: JSONNumber?, maximum: JSONNumber?)
    /// A number, or a string that contains one, whatever the coercion.
    case numberOrText
    case string(Text)
    /// A string that contains a JSON document.
    case document(ValueShape)
    case enumeration([JSONValue], of: ValueShape)
    /// The raw values that a coding reads; those of its type's cases if it reads no others.
    case rawValues(any ValueCoding, of: ValueShape)
    case array(ValueShape)
    case dictionary(any MappableKey.Type, ValueShape)
    case optional(ValueShape)
    case anyOf([ValueShape])
    case tagged(Tagged)
    case described(String, ValueShape)
    case value(any MappableValue.Type)
    case model(any Mappable.Type)
  }

  /// What is known about a string.
  struct Text: Sendable {
    var format: String?
    var pattern: String?
    var contentEncoding: String?
    /// Whether coercion reads numbers and booleans as well.
    var isCoerced = true
  }

  /// One of several types, told apart by a tag.
  struct Tagged: Sendable {
    let tagging: Tagging
    /// The types in the order in which they are tried; no shape for a tag without a value.
    let entries: [(tag: ModelTag?, value: ValueShape?)]
    /// What reads values with unknown tags.
    let fallback: ValueShape?
  }

  init(_ form: Form) { self.form = form }
}

// MARK: - Scalars

extension ValueShape {
  /// Any JSON: the shape of types that don't describe themselves.
  public static var anything: ValueShape { anything() }

  /// Any JSON, whose values can contain values of other shapes.
  ///
  /// It's for types whose JSON can't be described, but that contain models: their declarations are
  /// checked before the first byte is read.
  public static func anything(containing shapes: ValueShape...) -> ValueShape {
    ValueShape(.anything(containing: shapes))
  }

  /// `true` or `false`.
  public static var boolean: ValueShape { ValueShape(.boolean) }

  /// A number without a fraction.
  public static var integer: ValueShape { integer() }

  /// A number without a fraction, between two bounds, both included.
  public static func integer(
    minimum: JSONNumber? = nil, maximum: JSONNumber? = nil
  ) -> ValueShape {
    ValueShape(.integer(minimum: minimum, maximum: maximum))
  }

  /// A number.
  public static var number: ValueShape { number() }

  /// A number between two bounds, both included.
  public static func number(minimum: JSONNumber? = nil, maximum: JSONNumber? = nil) -> ValueShape {
    ValueShape(.number(minimum: minimum, maximum: maximum))
  }

  /// A string.
  public static var string: ValueShape { string() }

  /// A string with a certain content.
  ///
  /// - Parameters:
  ///   - format: one of JSON Schema's formats, such as `"date"`, `"email"`, or `"uri"`.
  ///   - pattern: a regular expression in the syntax of ECMA 262.
  ///   - contentEncoding: the encoding of bytes, such as `"base64"`.
  public static func string(
    format: String? = nil, pattern: String? = nil, contentEncoding: String? = nil
  ) -> ValueShape {
    ValueShape(.string(Text(format: format, pattern: pattern, contentEncoding: contentEncoding)))
  }

  /// A string that is read from nothing else, whatever the coercion.
  static func exactString(format: String? = nil, contentEncoding: String? = nil) -> ValueShape {
    ValueShape(
      .string(Text(format: format, contentEncoding: contentEncoding, isCoerced: false)))
  }

  /// One of several values.
  ///
  /// - Parameters:
  ///   - values: the values.
  ///   - shape: the shape that they have in common.
  public static func enumeration(
    _ values: [JSONValue], of shape: ValueShape = .string
  ) -> ValueShape {
    ValueShape(.enumeration(values, of: shape))
  }
}

// MARK: - Containers

extension ValueShape {
  /// An object with any members.
  public static var object: ValueShape { dictionary(of: .anything) }

  /// An array, given the type of its elements.
  public static func array(of element: any MappableValue.Type) -> ValueShape {
    array(of: .value(element))
  }

  /// An array, given the shape of its elements.
  public static func array(of element: ValueShape) -> ValueShape { ValueShape(.array(element)) }

  /// An object with any keys, given the type of its values.
  public static func dictionary(
    of value: any MappableValue.Type, keys: any MappableKey.Type = String.self
  ) -> ValueShape {
    dictionary(of: .value(value), keys: keys)
  }

  /// An object with any keys, given the shape of its values.
  public static func dictionary(
    of value: ValueShape, keys: any MappableKey.Type = String.self
  ) -> ValueShape {
    ValueShape(.dictionary(keys, value))
  }

  /// `null`, or a value of a type.
  public static func optional(of wrapped: any MappableValue.Type) -> ValueShape {
    optional(of: .value(wrapped))
  }

  /// `null`, or a value of a shape.
  public static func optional(of wrapped: ValueShape) -> ValueShape {
    ValueShape(.optional(wrapped))
  }
}

// MARK: - Other shapes

extension ValueShape {
  /// The shape of another type. It's looked up only when it's needed, so types can contain themselves.
  public static func value(_ type: any MappableValue.Type) -> ValueShape {
    ValueShape(.value(type))
  }

  /// The object that a model's properties are read from.
  ///
  /// It's the shape of every model that doesn't declare another one.
  public static func model(_ type: any Mappable.Type) -> ValueShape { ValueShape(.model(type)) }

  /// A value that has at least one of several shapes.
  public static func anyOf(_ shapes: ValueShape...) -> ValueShape { ValueShape(.anyOf(shapes)) }

  /// The shape with a description for those who read the JSON Schema.
  public func described(as description: String) -> ValueShape {
    ValueShape(.described(description, self))
  }
}

// MARK: - Looking through shapes

extension ValueShape {
  /// Calls a closure with each model that a value can contain, but not with those inside these models.
  ///
  /// A model may be named more than once.
  func forEachModel(_ body: (any Mappable.Type) -> Void) {
    var seen: Set<ObjectIdentifier> = []
    forEachModel(&seen, body)
  }

  private func forEachModel(
    _ seen: inout Set<ObjectIdentifier>, _ body: (any Mappable.Type) -> Void
  ) {
    switch form {
    case .model(let type): body(type)
    case .value(let type):
      if seen.insert(ObjectIdentifier(type)).inserted { type.shape.forEachModel(&seen, body) }
    default: for part in parts { part.forEachModel(&seen, body) }
    }
  }

  /// The shapes that this one is made of.
  var parts: [ValueShape] {
    switch form {
    case .array(let part), .dictionary(_, let part), .optional(let part), .document(let part),
      .described(_, let part), .enumeration(_, let part), .rawValues(_, let part):
      [part]
    case .anything(let parts), .anyOf(let parts): parts
    case .tagged(let tagged):
      tagged.entries.compactMap(\.value) + (tagged.fallback.map { [$0] } ?? [])
    case .boolean, .integer, .number, .numberOrText, .string, .value, .model: []
    }
  }

  /// The shape itself; of a reference to a type, that type's shape.
  var resolved: ValueShape {
    var shape = self
    var seen: Set<ObjectIdentifier> = []
    while case .value(let type) = shape.form, seen.insert(ObjectIdentifier(type)).inserted {
      shape = type.shape
    }
    return shape
  }
}
