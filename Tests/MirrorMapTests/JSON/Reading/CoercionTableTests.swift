import Foundation
import Testing

@testable import MirrorMap

/// What becomes of a literal of JSON as one type at the three levels; nil is an error.
private struct Row {
  let json: String
  let results: [String?]

  init(_ json: String, _ none: String?, _ lossless: String?, _ lenient: String?) {
    self.json = json
    results = [none, lossless, lenient]
  }
}

/// Everything that does not fail as one type. What is not listed fails at all levels.
private struct Table: Sendable, CustomTestStringConvertible {
  let name: String
  let rows: [Row]
  let read: @Sendable (String, Coercion) throws -> String

  init<Value: MappableValue & Sendable>(
    _ type: Value.Type, _ rows: [Row]
  ) {
    name = "\(type)"
    self.rows = rows
    read = { "\(try readCoercing($0, as: type, $1))" }
  }

  var testDescription: String { name }

  /// Rows for whole numbers that every integer type holds.
  static func integers<I: FixedWidthInteger & MappableValue & Sendable>(
    _ type: I.Type, _ more: [Row] = []
  ) -> Table {
    Table(
      type,
      [
        Row("1", "1", "1", "1"), Row("0", "0", "0", "0"), Row("2", "2", "2", "2"),
        Row("-0", "0", "0", "0"), Row("42", "42", "42", "42"), Row("42.0", "42", "42", "42"),
        Row("4.2e1", "42", "42", "42"), Row("1.0", "1", "1", "1"), Row("0.0", "0", "0", "0"),
        Row("100e-2", "1", "1", "1"),
        Row(#""1""#, nil, "1", "1"), Row(#""0""#, nil, "0", "0"), Row(#""2""#, nil, "2", "2"),
        Row(#""42""#, nil, "42", "42"), Row(#""42.0""#, nil, "42", "42"),
        Row(#""4.2e1""#, nil, "42", "42"), Row(#""1.0""#, nil, "1", "1"),
        Row(#""4\u0032""#, nil, "42", "42"), Row(#""-0""#, nil, "0", "0"),
        Row(#""0.0""#, nil, "0", "0"),
        Row("3.9", nil, nil, "3"), Row("1.50", nil, nil, "1"), Row("1e-3", nil, nil, "0"),
        Row("-0.5", nil, nil, "0"), Row("126.999999999999999999999", nil, nil, "126"),
        Row("1e-99999999999999999999", nil, nil, "0"),
        Row(#""3.9""#, nil, nil, "3"), Row(#""-0.5""#, nil, nil, "0"),
        Row("true", nil, nil, "1"), Row("false", nil, nil, "0"),
        Row(#"" 42 ""#, nil, nil, "42"), Row(#""\t42\r\n""#, nil, nil, "42"),
      ] + more)
  }

  /// Rows for numbers that every inexact or decimal type holds, given how some are described.
  static func fractions<F: MappableValue & Sendable>(
    _ type: F.Type, whole: (String) -> String, negativeZero: String, long: String,
    tiny: String? = "0.0", _ more: [Row] = []
  ) -> Table {
    func both(_ json: String, _ value: String) -> [Row] {
      [Row(json, value, value, value), Row("\"\(json)\"", nil, value, value)]
    }
    var rows = [("1", "1"), ("0", "0"), ("2", "2"), ("42", "42"), ("300", "300")]
      .flatMap { both($0.0, whole($0.1)) }
    rows += both("3.9", "3.9") + both("-3.9", "-3.9") + both("-0.5", "-0.5")
    rows += both("-0", negativeZero)
    rows += both("-1", whole("-1")) + both("-42", whole("-42"))
    rows += [
      Row("126.999999999999999999999", long, long, long),
      Row("1e-3", "0.001", "0.001", "0.001"),
      Row(#""4\u0032""#, nil, whole("42"), whole("42")),
      Row("true", nil, nil, whole("1")), Row("false", nil, nil, whole("0")),
      Row(#"" 42 ""#, nil, nil, whole("42")), Row(#""\t42\r\n""#, nil, nil, whole("42")),
    ]
    if let tiny { rows.append(Row("1e-99999999999999999999", tiny, tiny, tiny)) }
    return Table(type, rows + more)
  }
}

/// What becomes of every literal as every type: the table in the documentation of `Coercion`, and
/// more.
struct CoercionTableTests {
  private static let negative = [
    Row("-1", "-1", "-1", "-1"), Row("-42", "-42", "-42", "-42"),
    Row(#""-1""#, nil, "-1", "-1"), Row(#""-42""#, nil, "-42", "-42"),
    Row("-3.9", nil, nil, "-3"), Row(#""-3.9""#, nil, nil, "-3"),
  ]

  private static let wide = [
    Row("300", "300", "300", "300"), Row(#""300""#, nil, "300", "300"),
    Row("1e3", "1000", "1000", "1000"), Row(#""1e3""#, nil, "1000", "1000"),
    Row("127.9", nil, nil, "127"), Row("-128.9", nil, nil, "-128"), Row("255.9", nil, nil, "255"),
    Row("300.5", nil, nil, "300"), Row(#""300.5""#, nil, nil, "300"),
    Row("9007199254740993", "9007199254740993", "9007199254740993", "9007199254740993"),
    Row(#""9007199254740993""#, nil, "9007199254740993", "9007199254740993"),
  ]

  private static func whole(_ digits: String) -> String { digits + ".0" }

  private static func scaled(_ text: String) -> [Row] {
    [Row(text, text, text, text), Row("\"\(text)\"", nil, text, text)]
  }

  private static let tables: [Table] = [
    .integers(Int.self, negative + wide),
    .integers(
      Int8.self,
      negative + [Row("127.9", nil, nil, "127"), Row("-128.9", nil, nil, "-128")]),
    .integers(UInt8.self, [Row("127.9", nil, nil, "127"), Row("255.9", nil, nil, "255")]),
    .integers(
      UInt64.self,
      wide.filter { !$0.json.hasPrefix("-") } + [
        Row(
          "18446744073709551615", "18446744073709551615", "18446744073709551615",
          "18446744073709551615"),
        Row(#""18446744073709551615""#, nil, "18446744073709551615", "18446744073709551615"),
        Row("18446744073709551615.9", nil, nil, "18446744073709551615"),
      ]),
    .integers(
      Int128.self,
      negative + wide + scaled("18446744073709551615") + scaled("18446744073709551616") + [
        Row("18446744073709551615.9", nil, nil, "18446744073709551615")
      ]),
    .fractions(
      Double.self, whole: whole, negativeZero: "-0.0", long: "127.0",
      [
        Row("127.9", "127.9", "127.9", "127.9"), Row("-128.9", "-128.9", "-128.9", "-128.9"),
        Row("255.9", "255.9", "255.9", "255.9"),
      ] + scaled("300.5") + doubles(beyondFloat: true)),
    .fractions(
      Float.self, whole: whole, negativeZero: "-0.0", long: "127.0",
      [
        Row("127.9", "127.9", "127.9", "127.9"), Row("-128.9", "-128.9", "-128.9", "-128.9"),
        Row("255.9", "255.9", "255.9", "255.9"),
      ] + scaled("300.5") + doubles(beyondFloat: false)),
    .fractions(
      Decimal.self, whole: { $0 }, negativeZero: "0", long: "126.999999999999999999999",
      tiny: nil,
      exact { JSONNumber(text: $0)?.decimal?.description }),
    .fractions(
      JSONNumber.self, whole: { $0 }, negativeZero: "-0", long: "126.999999999999999999999",
      tiny: "1e-99999999999999999999",
      exact { JSONNumber(text: $0)?.description } + scaled("1e99999")
        + scaled("1e400") + [Row("-1e400", "-1e400", "-1e400", "-1e400")]),
    Table(
      Bool.self,
      [
        Row("true", "true", "true", "true"), Row("false", "false", "false", "false"),
        Row(#""true""#, nil, "true", "true"), Row(#""false""#, nil, "false", "false"),
        Row(#""tru\u0065""#, nil, "true", "true"),
        Row("1", nil, nil, "true"), Row("0", nil, nil, "false"), Row("-0", nil, nil, "false"),
        Row("1.0", nil, nil, "true"), Row("100e-2", nil, nil, "true"),
        Row("0.0", nil, nil, "false"),
      ]
        + ["1", "yes", "y", "on", "t", "YES", "Y", "oN", "T", "TRUE", "True", " true", #"y\n"#]
        .map { Row("\"\($0)\"", nil, nil, "true") }
        + ["0", "no", "n", "off", "f", "No", "N", "OFF", "F", "FALSE", "fAlSe", " false "]
        .map { Row("\"\($0)\"", nil, nil, "false") }),
    Table(
      String.self,
      numbers.map { Row($0, nil, $0, $0) } + [
        Row("true", nil, "true", "true"), Row("false", nil, "false", "false"),
      ]
        + texts.map { json in
          let text = (try? JSONValue.decode(from: json))?.string
          return Row(json, text, text, text)
        }),
  ]

  /// Numbers that not all of the types describe alike.
  private static func doubles(beyondFloat: Bool) -> [Row] {
    let exact = beyondFloat ? "9007199254740992.0" : "9.007199e+15"
    let large = beyondFloat ? "1.8446744073709552e+19" : "1.8446744e+19"
    return [
      Row("1.0", "1.0", "1.0", "1.0"), Row("0.0", "0.0", "0.0", "0.0"),
      Row(#""1.0""#, nil, "1.0", "1.0"), Row(#""42.0""#, nil, "42.0", "42.0"),
      Row(#""0.0""#, nil, "0.0", "0.0"),
      Row("42.0", "42.0", "42.0", "42.0"), Row("4.2e1", "42.0", "42.0", "42.0"),
      Row(#""4.2e1""#, nil, "42.0", "42.0"), Row("100e-2", "1.0", "1.0", "1.0"),
      Row("1.50", "1.5", "1.5", "1.5"), Row("1e3", "1000.0", "1000.0", "1000.0"),
      Row(#""1e3""#, nil, "1000.0", "1000.0"),
      Row("9007199254740993", exact, exact, exact),
      Row(#""9007199254740993""#, nil, exact, exact),
    ]
      + ["18446744073709551615", "18446744073709551616"].flatMap {
        [Row($0, large, large, large), Row("\"\($0)\"", nil, large, large)]
      } + [Row("18446744073709551615.9", large, large, large)]
  }

  private static func exact(_ describe: (String) -> String?) -> [Row] {
    let plain = [
      "1.0", "0.0", "42.0", "4.2e1", "1e3", "300.5", "9007199254740993", "18446744073709551615",
      "18446744073709551616",
    ]
    let unquoted = ["100e-2", "1.50", "127.9", "-128.9", "255.9", "18446744073709551615.9"]
    return plain.map { Row("\"\($0)\"", nil, describe($0), describe($0)) }
      + (plain + unquoted).map { Row($0, describe($0), describe($0), describe($0)) }
  }

  private static let numbers = [
    "1", "0", "2", "-0", "-1", "42", "-42", "42.0", "4.2e1", "1.0", "0.0", "100e-2", "300", "3.9",
    "-3.9", "-0.5", "1.50", "1e-3", "1e3", "1e400", "-1e400", "1e99999", "127.9", "-128.9", "255.9",
    "300.5",
    "126.999999999999999999999", "1e-99999999999999999999", "9007199254740993",
    "18446744073709551615", "18446744073709551616", "18446744073709551615.9",
  ]

  /// Strings of all sorts: numbers, words, and much that looks like either.
  private static let texts =
    [
      "1", "0", "2", "-0", "-1", "42", "-42", "42.0", "4.2e1", "1.0", "0.0", "300", "300.5",
      "3.9", "-3.9", "-0.5", "1e3", #"4\u0032"#, " 42 ", #"\t42\r\n"#, "9007199254740993",
      "18446744073709551615", "18446744073709551616", "1e400", "1e99999",
      "true", "false", #"tru\u0065"#, "yes", "y", "on", "t", "YES", "Y", "oN", "T", "TRUE", "True",
      " true", #"y\n"#, "no", "n", "off", "f", "No", "N", "OFF", "F", "FALSE", "fAlSe", " false ",
      // Never anything but text.
      "", " ", #"\n"#, "+5", ".5", "5.", "-", "--5", "- 5", "007", "-01", "0x10", "1e", "1e+",
      "1_000", "1,000", "1,5", "6abc", "300abc", "3.9abc", "1e400x", "abc6", "4 2", "1 2", "٣",
      "４２",
      "²", "NaN", "nan", "Infinity", "-Infinity", "inf", "null", "nil", "[1]", "{}", #"\"1\""#,
      #"5\u0000"#, #"\u00005"#, "yes!", "yess", "ye", "truefalse", "ja", "ｔｒｕｅ", "\u{A0}42",
      "42\u{2009}", "\u{FEFF}42", "ſ", "oN\u{301}",
    ].map { "\"\($0)\"" }

  private static let others = ["null", "[]", "[1]", "[true]", #"["1"]"#, "{}", #"{"1":1}"#]

  @Test(arguments: tables.indices)
  func eachLiteralIsCoercedAtEachLevelAsInTheTable(index: Int) {
    let table = Self.tables[index]
    let literals = Self.numbers + Self.texts + Self.others + ["true", "false"]
    let results = Dictionary(table.rows.map { ($0.json, $0.results) }) { first, _ in first }
    #expect(results.count == table.rows.count, "\(table.name) has a literal twice")
    #expect(Set(results.keys).subtracting(literals).isEmpty, "\(table.name)")
    for json in literals {
      for (level, coercion) in [Coercion.none, .lossless, .lenient].enumerated() {
        let expected = results[json]?[level]
        do {
          let value = try table.read(json, coercion)
          #expect(value == expected, "\(json) as \(table.name), \(coercion)")
        } catch {
          #expect(expected == nil, "\(json) as \(table.name), \(coercion): \(error)")
          Self.checkPlace(error, json, table.name)
        }
      }
    }
  }

  private static func checkPlace(_ error: any Error, _ json: String, _ name: String) {
    guard let error = error as? MappingError else {
      Issue.record(error)
      return
    }
    #expect(error.byteOffset == 0, "\(json) as \(name)")
    #expect(!error.code.isSyntax, "\(json) as \(name)")
    #expect(error.path == JSONPath(), "\(json) as \(name)")
  }
}
