import Foundation

/// Values in columns by their JSON, as exact as possible and readable for everyone:
///
///     "admin"   TEXT      42    INTEGER     1.5   REAL     {"a": 1}, [1]   TEXT
///     true, "{", 1e999    the JSON as a BLOB, because it would be read as something else
enum ColumnJSON {
  /// The value in a column for a JSON value.
  ///
  /// - Parameter keepsText: Whether the text of a number counts, such as the zero of 1.0, and not only its value.
  static func value(of json: [UInt8], keepsText: Bool = true) -> ColumnValue {
    switch json.first {
    case UInt8(ascii: "\""):
      guard let text = try? String.decode(from: json), !isJSON(text) else { break }
      return .text(text)
    case UInt8(ascii: "{"), UInt8(ascii: "["): return .text(String(decoding: json, as: UTF8.self))
    case UInt8(ascii: "-")?, (UInt8(ascii: "0")...UInt8(ascii: "9"))?:
      let text = String(decoding: json, as: UTF8.self)
      if let integer = Int64(text), String(integer) == text { return .integer(integer) }
      if let real = Double(text), let shortest = try? real.encodeString() {
        if shortest == text || !keepsText && canonical(shortest) == canonical(text) {
          return .real(real)
        }
      }
    default: break
    }
    return .blob(Data(json))
  }

  private static func canonical(_ number: String) -> JSONValue? {
    try? JSONValue.decode(from: number).canonicalForm
  }

  /// The JSON of the value in a column.
  static func json(of value: ColumnValue) -> [UInt8] {
    switch value {
    case .null: Array("null".utf8)
    case .integer(let value): Array(String(value).utf8)
    case .real(let value): (try? value.encodeBytes()) ?? Array("null".utf8)
    case .text(let text):
      isJSON(text) ? Array(text.utf8) : (try? text.encodeBytes()) ?? Array("null".utf8)
    case .blob(let data): Array(data)
    }
  }

  /// Whether a text in a column is an object or an array, not a string.
  private static func isJSON(_ text: String) -> Bool {
    text.utf8.first == UInt8(ascii: "{") || text.utf8.first == UInt8(ascii: "[")
  }
}
