/// Colours as hexadecimal text: `#3366CC`.
///
/// Read are three, four, six or eight digits in the order of red, green, blue and alpha, capitals or
/// not, with or without `#`. ``RGBAColor`` is the colour that is the same everywhere; where they exist,
/// properties can be a `UIColor`, `NSColor` or SwiftUI `Color` as well.
///
/// ```swift
/// @Mapped("tint", transform: .hexColor) var tint: RGBAColor
/// @Mapped("fill", transform: .hexColor(prefix: false, alpha: .always)) var fill: RGBAColor?
/// ```
public struct HexColorTransform<Object>: Transform {
  private let style: Style
  private let make: @Sendable (RGBAColor) -> Object
  private let components: @Sendable (Object) -> RGBAColor?

  /// Makes a transform for colours of another type.
  ///
  /// - Parameters:
  ///   - style: what colours that are written look like.
  ///   - make: makes a colour.
  ///   - components: takes one apart; nil for what lies outside of sRGB, which is an error.
  public init(
    _ style: Style = Style(), make: @escaping @Sendable (RGBAColor) -> Object,
    components: @escaping @Sendable (Object) -> RGBAColor?
  ) {
    self.style = style
    self.make = make
    self.components = components
  }

  public func decode(_ json: String) throws -> Object {
    guard let color = RGBAColor(hex: json) else {
      throw MappingError(
        expected: "a colour of 3, 4, 6 or 8 hexadecimal digits", found: "another string")
    }
    return make(color)
  }

  public func encode(_ object: Object) throws -> String {
    guard let color = components(object) else {
      throw MappingError(.notEncodable, expected: "the colour is out of the range of sRGB")
    }
    return style.text(of: color)
  }

  public var shape: ValueShape {
    .string(pattern: "^#?([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$")
  }
}

extension HexColorTransform<RGBAColor> {
  /// Makes a transform.
  ///
  /// - Parameter style: what colours that are written look like.
  public init(_ style: Style = Style()) {
    self.init(style, make: { $0 }, components: { $0 })
  }
}

extension ValueCoding where Self == HexColorTransform<RGBAColor> {
  /// Colours as hexadecimal text: `#3366CC`.
  public static var hexColor: HexColorTransform<RGBAColor> { HexColorTransform() }

  /// Colours as hexadecimal text.
  ///
  /// - Parameters: as for ``HexColorTransform/Style/init(prefix:alpha:uppercase:)``.
  public static func hexColor(
    prefix: Bool = true, alpha: Self.Style.Alpha = .whereNeeded, uppercase: Bool = true
  ) -> HexColorTransform<RGBAColor> {
    Self(Self.Style(prefix: prefix, alpha: alpha, uppercase: uppercase))
  }
}
