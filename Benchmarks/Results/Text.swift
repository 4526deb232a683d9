import Foundation

/// Numbers and columns as text, whatever the locale.
enum Text {
  /// `1,727,204`
  static func grouped(_ number: Int) -> String {
    var text = ""
    for (position, digit) in String(number).reversed().enumerated() {
      if position > 0, position % 3 == 0 { text = "," + text }
      text = String(digit) + text
    }
    return text
  }

  static func fixed(_ value: Double, _ fractionDigits: Int) -> String {
    String(format: "%.\(fractionDigits)f", value)
  }

  /// As many digits as it needs and two decimals at most: `10`, `0.67`.
  static func short(_ value: Double) -> String {
    String(format: "%g", (value * 100).rounded() / 100)
  }

  /// Three significant digits: `0.97`, `13.7`, `182`.
  static func ratio(_ value: Double) -> String {
    fixed(value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0)
  }

  static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  static func aligned(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// Six significant digits: more would be noise in diffs of the JSON.
  static func rounded(_ value: Double) -> Double {
    Double(String(format: "%.6g", value)) ?? value
  }
}
