#if canImport(SwiftUI)
  import SwiftUI

  extension RGBAColor {
    /// Makes the colour of a SwiftUI `Color`, as it is without an environment; nil for colours outside
    /// of sRGB.
    public init?(_ color: Color) {
      let color = color.resolve(in: EnvironmentValues())
      self.init(
        unitRed: Double(color.red), green: Double(color.green), blue: Double(color.blue),
        opacity: Double(color.opacity))
    }

    /// The colour as a SwiftUI `Color`.
    public var color: Color {
      Color(
        .sRGB, red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255,
        opacity: Double(alpha) / 255)
    }
  }

  extension HexColorTransform<Color> {
    /// Makes a transform.
    ///
    /// - Parameter style: what colours that are written look like.
    public init(_ style: Style = Style()) {
      self.init(style, make: { $0.color }, components: { RGBAColor($0) })
    }
  }

  extension ValueCoding where Self == HexColorTransform<Color> {
    /// Colours as hexadecimal text: `#3366CC`.
    public static var hexColor: HexColorTransform<Color> { HexColorTransform<Color>() }

    /// Colours as hexadecimal text.
    ///
    /// - Parameters: as for ``HexColorTransform/Style/init(prefix:alpha:uppercase:)``.
    public static func hexColor(
      prefix: Bool = true, alpha: Self.Style.Alpha = .whereNeeded, uppercase: Bool = true
    ) -> HexColorTransform<Color> {
      Self(Self.Style(prefix: prefix, alpha: alpha, uppercase: uppercase))
    }
  }
#endif
