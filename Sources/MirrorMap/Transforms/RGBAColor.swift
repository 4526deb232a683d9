/// A color of sRGB with eight bits a component, as hexadecimal colors have: `#3366CC80`.
///
/// Components are whole numbers, not fractions, so that a color is written as it was read and two
/// colors are equal when their strings mean the same.
///
/// ```swift
/// @Mapped("tint") var tint: RGBAColor                          // "#3366CC"
/// @Mapped("fill", transform: .hexColor(prefix: false)) var fill: RGBAColor?
/// ```
public struct RGBAColor: Sendable, Hashable {
  /// From 0 to 255.
  public var red: UInt8, green: UInt8, blue: UInt8
  /// From 0, transparent, to 255, opaque.
  public var alpha: UInt8

  /// Makes a color.
  ///
  /// - Parameters:
  ///   - red: The red component, from 0 to 255.
  ///   - green: The green component, from 0 to 255.
  ///   - blue: The blue component, from 0 to 255.
  ///   - alpha: from 0, transparent, to 255, opaque.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Makes a color of fractions, each rounded to the nearest of 256 steps.
  ///
  /// - Parameters:
  ///   - red: The red component, from 0 to 1.
  ///   - green: The green component, from 0 to 1.
  ///   - blue: The blue component, from 0 to 1.
  ///   - opacity: from 0, transparent, to 1, opaque.
  /// - Returns: nil if one of them lies half a step or more outside, as in colors beyond sRGB.
  public init?(unitRed red: Double, green: Double, blue: Double, opacity: Double = 1) {
    func component(_ fraction: Double) -> UInt8? {
      let steps = (fraction * 255).rounded()
      return (0...255).contains(steps) ? UInt8(steps) : nil
    }
    guard let red = component(red), let green = component(green), let blue = component(blue),
      let alpha = component(opacity)
    else { return nil }
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Reads three, four, six or eight hexadecimal digits, in the order of red, green, blue, alpha,
  /// with or without a `#` before them.
  ///
  /// ```swift
  /// RGBAColor(hex: "#36C")        // the same as "3366CC" and "3366CCFF"
  /// RGBAColor(hex: "3366CC80")    // half transparent
  /// ```
  ///
  /// - Returns: nil for any other text.
  public init?(hex text: String) {
    let color = JSONKey.withUTF8(text) { (text) -> RGBAColor? in
      let start = text.first == UInt8(ascii: "#") ? 1 : 0
      let count = text.count - start
      guard 3...8 ~= count, count != 5, count != 7 else { return nil }
      // The digits that are missing are zeros.
      var digits: UInt64 = 0x3030_3030_3030_3030
      for position in (start..<text.count).reversed() {
        let digit = UInt64(text[position])
        digits = digits &<< 8 | digit
        // One digit is short for the same one twice.
        if count < 6 { digits = digits &<< 8 | digit }
      }
      guard let bytes = HexDigits.bytes(of: digits) else { return nil }
      func byte(_ index: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: bytes &>> (index &* 8)) }
      return RGBAColor(
        red: byte(0), green: byte(1), blue: byte(2),
        alpha: count.isMultiple(of: 3) ? 255 : byte(3))
    }
    guard let color else { return nil }
    self = color
  }

  /// When ``HexColorTransform`` writes the alpha of a color.
  public enum AlphaDigits: Sendable {
    /// For colors that are not opaque.
    case whereNeeded
    /// For all colors.
    case always
    /// It is left out, whatever it is.
    case never
  }

  /// The color in hexadecimal digits.
  func text(prefix: Bool, alpha: AlphaDigits, uppercase: Bool) -> String {
    let hasAlpha = alpha == .always || alpha == .whereNeeded && self.alpha < 255
    let bytes =
      UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(self.alpha) << 24
    let digits = HexDigits.text(of: bytes)
    return String(utf8Capacity: 9) { output in
      if prefix { output.append("#") }
      for index in 0..<(hasAlpha ? 8 : 6) {
        // Digits have the bit of lowercase letters already.
        output.append(UInt8(truncatingIfNeeded: digits &>> (8 * index)) | (uppercase ? 0 : 0x20))
      }
      return true
    } ?? ""
  }
}

/// A string such as `"#3366CC"`, with the alpha after it where the color is not opaque.
extension RGBAColor: MappableValue {
  public static func decode(from reader: inout JSONReader) throws -> RGBAColor {
    try HexColorTransform<RGBAColor>.hexColor.decode(from: &reader)
  }

  public func encode(to writer: inout JSONWriter) throws {
    try HexColorTransform<RGBAColor>.hexColor.encode(self, to: &writer)
  }

  public static var shape: ValueShape { HexColorTransform<RGBAColor>.hexColor.shape }
}
