import Foundation
import MirrorMap

// A real has a fraction or an exponent and an integer has none, such as 3.0 and 3. What JSON has no form for is an
// object with one member:
//
//   {"base64": "AQID"}     {"real": "inf"}

extension ColumnValue {
  /// Reads a value of a file; nil if it's none.
  init?(_ json: JSONValue) {
    switch json {
    case .null: self = .null
    case .string(let text): self = .text(text)
    case .number(let number):
      if let integer = number.exactly(Int64.self), !number.hasFraction {
        self = .integer(integer)
      } else if let real = number.double {
        self = .real(real)
      } else {
        return nil
      }
    case .object(let object):
      guard object.count == 1, let text = object[0].value.string else { return nil }
      switch object[0].key {
      case "base64":
        guard let data = Data(base64Encoded: text) else { return nil }
        self = .blob(data)
      case "real":
        guard let real = Self.notInJSON[text] else { return nil }
        self = .real(real)
      default: return nil
      }
    case .bool, .array: return nil
    }
  }

  /// The value as it's written to a file.
  var json: JSONValue {
    switch self {
    case .null: .null
    case .integer(let integer): .number(JSONNumber(integer))
    case .real(let real): Self.json(real)
    case .text(let text): .string(text)
    case .blob(let data): ["base64": .string(data.base64EncodedString())]
    }
  }

  /// The reals that aren't JSON numbers, by their names. No row has NaN, but a file can't rely on that.
  private static let notInJSON: [String: Double] = [
    "inf": .infinity, "-inf": -.infinity, "nan": .nan,
  ]

  private static func json(_ real: Double) -> JSONValue {
    // JSONNumber would write 1e16 without an exponent, as an integer. Beyond Int64 that does no harm.
    if abs(real) < 0x1p63, real == real.rounded() {
      let text = real == 0 && real.sign == .minus ? "-0.0" : "\(Int64(real)).0"
      if let number = JSONNumber(text: text) { return .number(number) }
    }
    return JSONNumber(real).map(JSONValue.number) ?? ["real": .string("\(real)")]
  }
}

extension JSONNumber {
  /// Whether the number is written with a fraction or an exponent.
  fileprivate var hasFraction: Bool {
    description.utf8.contains {
      $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E")
    }
  }
}
