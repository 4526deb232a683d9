#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  import AppKit

  extension RGBAColor {
    /// Makes the colour of an `NSColor`; nil for patterns and for colours outside of sRGB.
    public init?(_ color: NSColor) {
      // Components may be asked for in a colour space that has them only.
      guard let color = color.usingColorSpace(.sRGB) else { return nil }
      self.init(
        unitRed: Double(color.redComponent), green: Double(color.greenComponent),
        blue: Double(color.blueComponent), opacity: Double(color.alphaComponent))
    }

    /// The colour as a `NSColor`.
    public var nsColor: NSColor {
      NSColor(
        srgbRed: CGFloat(red) / 255, green: CGFloat(green) / 255, blue: CGFloat(blue) / 255,
        alpha: CGFloat(alpha) / 255)
    }
  }

  extension HexColorTransform<NSColor> {
    /// Makes a transform.
    ///
    /// - Parameter style: what colours that are written look like.
    public init(_ style: Style = Style()) {
      self.init(style, make: { $0.nsColor }, components: { RGBAColor($0) })
    }
  }

  extension ValueCoding where Self == HexColorTransform<NSColor> {
    /// Colours as hexadecimal text: `#3366CC`.
    public static var hexColor: HexColorTransform<NSColor> { HexColorTransform<NSColor>() }

    /// Colours as hexadecimal text.
    ///
    /// - Parameters: as for ``HexColorTransform/Style/init(prefix:alpha:uppercase:)``.
    public static func hexColor(
      prefix: Bool = true, alpha: Self.Style.Alpha = .whereNeeded, uppercase: Bool = true
    ) -> HexColorTransform<NSColor> {
      Self(Self.Style(prefix: prefix, alpha: alpha, uppercase: uppercase))
    }
  }
#endif
