import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// The examples in the article's table are read, written, and rejected as it says.
struct ValuesArticleTests {
  private static let types: [String: any MappableValue.Type] = [
    "Bool": Bool.self, "Int": Int.self, "Int8": Int8.self, "Int128": Int128.self, "UInt": UInt.self,
    "UInt8": UInt8.self, "UInt128": UInt128.self, "Double": Double.self, "Float": Float.self,
    "CGFloat": CGFloat.self, "Decimal": Decimal.self, "String": String.self,
    "Character": Character.self, "URL": URL.self, "UUID": UUID.self, "Date": Date.self,
    "Data": Data.self, "TimeZone": TimeZone.self, "Locale": Locale.self, "CGPoint": CGPoint.self,
    "CGSize": CGSize.self, "CGRect": CGRect.self, "Range<Int>": Range<Int>.self,
    "ClosedRange<Int>": ClosedRange<Int>.self, "PartialRangeFrom<Int>": PartialRangeFrom<Int>.self,
    "PartialRangeThrough<Int>": PartialRangeThrough<Int>.self,
    "PartialRangeUpTo<Int>": PartialRangeUpTo<Int>.self, "Duration": Duration.self,
    "Optional<Int>": Int?.self, "Array<Int>": [Int].self, "Set<Int>": Set<Int>.self,
    "Dictionary<String, Int>": [String: Int].self,
  ]

  /// The code in a cell of the table.
  private static func code(_ cell: Substring) -> [String] {
    cell.matches(of: /`([^`]+)`/).map { String($0.1) }.filter { $0 != "Codable" }
  }

  private static func copy<Value: MappableValue>(_ json: String, _ type: Value.Type) throws
    -> String
  {
    try Value.decode(from: json).encodeString()
  }

  @Test func examplesAreReadWrittenAndRejected() throws {
    let path = Article.root.appendingPathComponent("\(Article.folder)/Values.md")
    let rows = try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("| `") }
      .map { $0.split(separator: "|").map(Self.code) }
    var shown: Set<String> = []
    for row in rows {
      let (names, examples) = (row[0], row[1])
      #expect(!examples.isEmpty, "\(names)")
      for name in names {
        let type = try #require(Self.types[name], "\(name)")
        shown.insert(name)
        for example in examples {
          let written = try JSONValue.decode(from: Self.copy(example, type))
          #expect(try written == JSONValue.decode(from: example), "\(name)")
        }
        for example in row.count > 2 ? row[2] : [] {
          #expect(throws: MappingError.self, "\(name): \(example)") {
            try Self.copy(example, type)
          }
        }
      }
    }
    #expect(shown == Set(Self.types.keys))
  }
}
