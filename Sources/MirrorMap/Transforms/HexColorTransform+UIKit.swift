#if canImport(UIKit)
  import UIKit

  extension RGBAColor {
    /// Makes the color of a `UIColor`; nil for patterns and for colors outside of sRGB.
    public init?(_ color: UIColor) {
      var red: CGFloat = 0
      var green: CGFloat = 0
      var blue: CGFloat = 0
      var alpha: CGFloat = 0
      guard color.getRed(&red, green: &green, blue: &blue, alpha: &alpha) else { return nil }
      self.init(
        unitRed: Double(red), green: Double(green), blue: Double(blue), opacity: Double(alpha))
    }

    /// The color as a `UIColor`.
    public var uiColor: UIColor {
      UIColor(
        red: CGFloat(red) / 255, green: CGFloat(green) / 255, blue: CGFloat(blue) / 255,
        alpha: CGFloat(alpha) / 255)
    }
  }

  extension ValueCoding where Self == HexColorTransform<UIColor> {
    /// Colors as hexadecimal text: `#3366CC`.
    public static var hexColor: HexColorTransform<UIColor> { hexColor() }

    /// Colors as hexadecimal text.
    ///
    /// - Parameters: see ``HexColorTransform/init(prefix:alpha:uppercase:make:components:)``.
    public static func hexColor(
      prefix: Bool = true, alpha: RGBAColor.AlphaDigits = .whereNeeded, uppercase: Bool = true
    ) -> HexColorTransform<UIColor> {
      HexColorTransform(
        prefix: prefix, alpha: alpha, uppercase: uppercase, make: { $0.uiColor },
        components: { RGBAColor($0) })
    }
  }
#endif
