import MirrorMap
import Testing

@testable import TestSupport

private struct Theme: Mappable {
  @Mapped("a", transform: .hexColor) var plain: RGBAColor?
  @Mapped("b", transform: .hexColor(prefix: false, alpha: .never)) var bare: RGBAColor?
  @Mapped("c", transform: .hexColor(alpha: .always, uppercase: false)) var full: RGBAColor?
  @Mapped("d") var value: RGBAColor?
  @Mapped("e", transform: grayScale) var gray: Int?
}

/// A transform for another type of color.
private let grayScale = HexColorTransform<Int>(
  make: { Int($0.red) },
  components: { UInt8(exactly: $0).map { RGBAColor(red: $0, green: $0, blue: $0) } })

struct HexColorTransformTests {
  @Test(
    arguments: [
      ("36C", 0x33, 0x66, 0xCC, 0xFF), ("36c8", 0x33, 0x66, 0xCC, 0x88),
      ("3366CC", 0x33, 0x66, 0xCC, 0xFF), ("0102037f", 1, 2, 3, 0x7F), ("000", 0, 0, 0, 255),
      ("FFFFFF00", 255, 255, 255, 0),
    ] as [(String, UInt8, UInt8, UInt8, UInt8)])
  func threeFourSixOrEightDigitsWithAndWithoutAPrefix(
    _ digits: String, _ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8
  ) throws {
    let color = RGBAColor(red: red, green: green, blue: blue, alpha: alpha)
    for text in [digits, "#" + digits] {
      let theme = try Theme.decode(
        from: #"{"a":"\#(text)","b":"\#(text)","c":"\#(text)","d":"\#(text)"}"#)
      #expect(theme.plain == color)
      #expect(theme.bare == color)
      #expect(theme.full == color)
      #expect(theme.value == color)
    }
  }

  @Test func writtenForms() throws {
    let opaque = try Theme.decode(
      from: ##"{"a":"abc","b":"#abc","c":"abc","d":"0a0b0c","e":"777"}"##)
    #expect(
      try opaque.encodeString()
        == ##"{"a":"#AABBCC","b":"AABBCC","c":"#aabbccff","d":"#0A0B0C","e":"#777777"}"##)
    let clear = try Theme.decode(from: ##"{"a":"abc8","b":"#abc8","c":"abc8","d":"0a0b0c0d"}"##)
    #expect(
      try clear.encodeString()
        == ##"{"a":"#AABBCC88","b":"AABBCC","c":"#aabbcc88","d":"#0A0B0C0D"}"##)
  }

  @Test func everyColorComesBack() throws {
    for step in 0...255 {
      let byte = UInt8(step)
      let color = RGBAColor(red: byte, green: 255 - byte, blue: byte ^ 0x55, alpha: byte)
      #expect(try RGBAColor.decode(from: color.encode()) == color)
    }
  }

  @Test(arguments: [
    "", "#", "12", "12345", "1234567", "123456789", "##123", "12#", "ggg", "0x1234", " 123",
    "+12", "１２３", "red",
  ])
  func otherTextsAreErrors(_ text: String) {
    #expect(
      errorText { try Theme.decode(from: #"{"a":"\#(text)"}"#) }
        == """
        $.a: expected a color of 3, 4, 6 or 8 hexadecimal digits, found another string \
        (line 1, column 6, Theme.plain)
        """)
  }

  @Test func otherKindsAndColorsOutOfRangeAreErrors() {
    #expect(
      errorText { try RGBAColor.decode(from: "123") }
        == "$: expected String, found a number (line 1, column 1)")
    var theme = Theme()
    theme.gray = 256
    #expect(
      errorText { try theme.encode() } == "$.e: the color is out of the range of sRGB (Theme.gray)"
    )
  }

  @Test func fractionsAreRoundedAndMoreThanHalfAStepOutOfRangeIsNoColor() {
    #expect(RGBAColor(unitRed: 0, green: 0.5, blue: 1) == RGBAColor(red: 0, green: 128, blue: 255))
    #expect(
      RGBAColor(unitRed: 1.001, green: -0.001, blue: 0.2, opacity: 0.1)
        == RGBAColor(red: 255, green: 0, blue: 51, alpha: 26))
    #expect(RGBAColor(unitRed: 1.01, green: 0, blue: 0) == nil)
    #expect(RGBAColor(unitRed: 0, green: -0.01, blue: 0) == nil)
    #expect(RGBAColor(unitRed: 0, green: 0, blue: .nan) == nil)
    #expect(RGBAColor(unitRed: 0, green: 0, blue: 0, opacity: .infinity) == nil)
  }
}
