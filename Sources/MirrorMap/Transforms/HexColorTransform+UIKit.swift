#if canImport(UIKit)
  import UIKit

  extension RGBAColor {
    /// Makes the colour of a `UIColor`; nil for patterns and for colours outside of sRGB.
    public init?(_ color: UIColor) {
      var red: CGFloat = 0
      var green: CGFloat = 0
      var blue: CGFloat = 0
      var alpha: CGFloat = 0
      guard color.getRed(&red, green: &green, blue: &blue, alpha: &alpha) else { return nil }
      self.init(
        unitRed: Double(red), green: Double(green), blue: Double(blue), opacity: Double(alpha))
    }

    /// The colour as a `UIColor`.
    public var uiColor: UIColor {
      UIColor(
        red: CGFloat(red) / 255, green: CGFloat(green) / 255, blue: CGFloat(blue) / 255,
        alpha: CGFloat(alpha) / 255)
    }
  }

  extension HexColorTransform<UIColor> {
    /// Makes a transform.
    ///
    /// - Parameter style: what colours that are written look like.
    public init(_ style: Style = Style()) {
      self.init(style, make: { $0.uiColor }, components: { RGBAColor($0) })
    }
  }

  extension ValueCoding where Self == HexColorTransform<UIColor> {
    /// Colours as hexadecimal text: `#3366CC`.
    public static var hexColor: HexColorTransform<UIColor> { HexColorTransform<UIColor>() }

    /// Colours as hexadecimal text.
    ///
    /// - Parameters: as for ``HexColorTransform/Style/init(prefix:alpha:uppercase:)``.
    public static func hexColor(
      prefix: Bool = true, alpha: Self.Style.Alpha = .whereNeeded, uppercase: Bool = true
    ) -> HexColorTransform<UIColor> {
      Self(Self.Style(prefix: prefix, alpha: alpha, uppercase: uppercase))
    }
  }
#endif
