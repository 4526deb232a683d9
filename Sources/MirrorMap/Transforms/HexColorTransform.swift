/// Colors as hexadecimal text: `#3366CC`.
///
/// Reads three, four, six or eight digits in the order of red, green, blue and alpha, capitals or
/// not, with or without `#`. ``RGBAColor`` is the color that exists on all platforms. On Apple
/// platforms, a property can also be a `UIColor`, an `NSColor`, or a SwiftUI `Color`.
///
/// ```swift
/// @Mapped("tint", transform: .hexColor) var tint: RGBAColor
/// @Mapped("fill", transform: .hexColor(prefix: false, alpha: .always)) var fill: RGBAColor?
/// ```
public struct HexColorTransform<Object>: Transform {
  private let text: @Sendable (RGBAColor) -> String
  private let make: @Sendable (RGBAColor) -> Object
  private let components: @Sendable (Object) -> RGBAColor?

  /// Creates a transform for a color type.
  ///
  /// - Parameters:
  ///   - prefix: whether to write a `#` first.
  ///   - alpha: when to write the alpha after the three colors.
  ///   - uppercase: whether to write capital digits.
  ///   - make: makes a color.
  ///   - components: returns the components of a color; nil, which is an error, outside of sRGB.
  public init(
    prefix: Bool = true, alpha: RGBAColor.AlphaDigits = .whereNeeded, uppercase: Bool = true,
    make: @escaping @Sendable (RGBAColor) -> Object,
    components: @escaping @Sendable (Object) -> RGBAColor?
  ) {
    text = { $0.text(prefix: prefix, alpha: alpha, uppercase: uppercase) }
    self.make = make
    self.components = components
  }

  public func decode(_ json: String) throws -> Object {
    let color = try RGBAColor(hex: json).orThrow(
      MappingError(
        expected: "a color of 3, 4, 6 or 8 hexadecimal digits", found: "another string"))
    return make(color)
  }

  public func encode(_ object: Object) throws -> String {
    let color = try components(object).orThrow(
      MappingError(.notEncodable, expected: "the color is out of the range of sRGB"))
    return text(color)
  }

  public var shape: ValueShape {
    .string(pattern: "^#?([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$")
  }
}

extension ValueCoding where Self == HexColorTransform<RGBAColor> {
  /// Colors as hexadecimal text: `#3366CC`.
  public static var hexColor: HexColorTransform<RGBAColor> { hexColor() }

  /// Colors as hexadecimal text.
  ///
  /// - Parameters: see ``HexColorTransform/init(prefix:alpha:uppercase:make:components:)``.
  public static func hexColor(
    prefix: Bool = true, alpha: RGBAColor.AlphaDigits = .whereNeeded, uppercase: Bool = true
  ) -> HexColorTransform<RGBAColor> {
    HexColorTransform(
      prefix: prefix, alpha: alpha, uppercase: uppercase, make: { $0 }, components: { $0 })
  }
}
