/// An infinity or NaN, as JSON that stands for it.
enum NonFinite: String {
  case infinity = "Infinity"
  case nan = "NaN"

  init?(_ text: ArraySlice<UInt8>) {
    self.init(rawValue: String(decoding: text, as: UTF8.self))
  }

  /// A number that is out of the range of every type.
  var json: String {
    switch self {
    case .infinity: "1E+0009223372036854775807"
    case .nan: "1E+0009223372036854775806"
    }
  }

  /// Another one, for numbers that are too large to be converted.
  static let tooLarge = "1E+0009223372036854775805"

  /// Whether a number of the document is written as one of these.
  static func isTaken(_ digits: some Collection<UInt8>) -> Bool {
    [infinity.json, nan.json, tooLarge].contains { digits.elementsEqual($0.utf8) }
  }

  /// The value of a number that stands for an infinity or NaN.
  static func value(of text: some Collection<UInt8>) -> Double? {
    let isNegative = text.first == .minus
    let digits = text.dropFirst(isNegative ? 1 : 0)
    if digits.elementsEqual(infinity.json.utf8) { return isNegative ? -.infinity : .infinity }
    return digits.elementsEqual(nan.json.utf8) ? (isNegative ? -.nan : .nan) : nil
  }
}
