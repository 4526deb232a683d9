import Foundation

// A real has a fraction or an exponent and an integer has none, such as 3.0 and 3. What JSON has no form for is an
// object with one member:
//
//   {"base64": "AQID"}     {"real": "inf"}

extension ColumnValue {
  /// Reads a value of a file; nil if it's none.
  init?(_ json: JSONValue) {
    let value: ColumnValue? =
      switch json {
      case .null: .null
      case .string(let text): .text(text)
      case .number(let number):
        (number.isReal ? nil : number.exactly(Int64.self)).map(ColumnValue.integer)
          ?? number.double.map(ColumnValue.real)
      case .object(let object) where object.count == 1:
        switch (object[0].key, object[0].value.string) {
        case ("base64", let text?): Data(base64Encoded: text).map(ColumnValue.blob)
        case ("real", let text?): Double(text).map(ColumnValue.real)
        default: nil
        }
      case .bool, .array, .object: nil
      }
    guard let value else { return nil }
    self = value
  }

  /// The value as it's written to a file.
  var json: JSONValue {
    switch self {
    case .null: .null
    case .integer(let integer): .number(JSONNumber(integer))
    case .real(let real):
      JSONNumber(text: Self.text(of: real)).map(JSONValue.number) ?? ["real": .string("\(real)")]
    case .text(let text): .string(text)
    case .blob(let data): ["base64": .string(data.base64EncodedString())]
    }
  }

  /// The real with a fraction, where JSONNumber would write an integer, as for 1e16. Beyond Int64 that does no harm.
  private static func text(of real: Double) -> String {
    Int64(exactly: real).flatMap { $0 == 0 ? nil : "\($0).0" } ?? "\(real)"
  }
}

extension JSONNumber {
  /// Whether the number is written with a fraction or an exponent.
  fileprivate var isReal: Bool { description.utf8.contains { ".eE".utf8.contains($0) } }
}
