#if canImport(SwiftUI)
  import SwiftUI

  extension RGBAColor {
    /// Makes the color of a SwiftUI `Color`, as it is without an environment; nil for colors
    /// outside of sRGB.
    public init?(_ color: Color) {
      let color = color.resolve(in: EnvironmentValues())
      self.init(
        unitRed: Double(color.red), green: Double(color.green), blue: Double(color.blue),
        opacity: Double(color.opacity))
    }

    /// The color as a SwiftUI `Color`.
    public var color: Color {
      Color(
        .sRGB, red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255,
        opacity: Double(alpha) / 255)
    }
  }

  extension ValueCoding where Self == HexColorTransform<Color> {
    /// Colors as hexadecimal text: `#3366CC`.
    public static var hexColor: HexColorTransform<Color> { hexColor() }

    /// Colors as hexadecimal text.
    ///
    /// - Parameters: see ``HexColorTransform/init(prefix:alpha:uppercase:make:components:)``.
    public static func hexColor(
      prefix: Bool = true, alpha: RGBAColor.AlphaDigits = .whereNeeded, uppercase: Bool = true
    ) -> HexColorTransform<Color> {
      HexColorTransform(
        prefix: prefix, alpha: alpha, uppercase: uppercase, make: { $0.color },
        components: { RGBAColor($0) })
    }
  }
#endif
