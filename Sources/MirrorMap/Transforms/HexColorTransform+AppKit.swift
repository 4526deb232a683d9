#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  import AppKit

  extension RGBAColor {
    /// Makes the color of an `NSColor`; nil for patterns and for colors outside of sRGB.
    public init?(_ color: NSColor) {
      // Components may be asked for in a color space that has them only.
      guard let color = color.usingColorSpace(.extendedSRGB) else { return nil }
      self.init(
        unitRed: Double(color.redComponent), green: Double(color.greenComponent),
        blue: Double(color.blueComponent), opacity: Double(color.alphaComponent))
    }

    /// The color as a `NSColor`.
    public var nsColor: NSColor {
      NSColor(
        srgbRed: CGFloat(red) / 255, green: CGFloat(green) / 255, blue: CGFloat(blue) / 255,
        alpha: CGFloat(alpha) / 255)
    }
  }

  extension ValueCoding where Self == HexColorTransform<NSColor> {
    /// Colors as hexadecimal text: `#3366CC`.
    public static var hexColor: HexColorTransform<NSColor> { hexColor() }

    /// Colors as hexadecimal text.
    ///
    /// - Parameters: see ``HexColorTransform/init(prefix:alpha:uppercase:make:components:)``.
    public static func hexColor(
      prefix: Bool = true, alpha: RGBAColor.AlphaDigits = .whereNeeded, uppercase: Bool = true
    ) -> HexColorTransform<NSColor> {
      HexColorTransform(
        prefix: prefix, alpha: alpha, uppercase: uppercase, make: { $0.nsColor },
        components: { RGBAColor($0) })
    }
  }
#endif
