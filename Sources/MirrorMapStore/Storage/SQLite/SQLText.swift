/// How names and values are written in SQL.
enum SQLText {
  /// A name in quotes.
  static func name(_ name: String) -> String { quoted(name, UInt8(ascii: "\"")) }

  /// Names in quotes, separated by commas.
  static func names(_ names: some Sequence<String>) -> String {
    names.map(name).joined(separator: ",")
  }

  /// A value as a literal. A real number whose exponent is extreme may be read back slightly different. A
  /// text with a NUL has no literal, and is an expression in parentheses.
  static func literal(_ value: ColumnValue) -> String {
    switch value {
    case .null: "NULL"
    case .integer(let integer): "\(integer)"
    case .real(let real):
      real.isFinite ? "\(real)" : real.isNaN ? "NULL" : real < 0 ? "-9e999" : "9e999"
    case .text(let text):
      text.utf8.contains(0) ? "(CAST(\(hex(text.utf8)) AS TEXT))" : quoted(text, UInt8(ascii: "'"))
    case .blob(let data): hex(data)
    }
  }

  /// A name as SQLite compares it: without regard to the case of ASCII letters.
  static func folded(_ name: String) -> String {
    String(decoding: name.utf8.map { (65...90).contains($0) ? $0 | 32 : $0 }, as: UTF8.self)
  }

  // By bytes: a quote with a combining mark after it is another character to Swift, but not to SQLite.
  private static func quoted(_ text: String, _ quote: UInt8) -> String {
    var bytes = [quote]
    for byte in text.utf8 {
      bytes.append(byte)
      if byte == quote { bytes.append(byte) }
    }
    bytes.append(quote)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func hex(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789ABCDEF")
    return "X'" + String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }) + "'"
  }
}
