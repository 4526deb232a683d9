import Foundation
import MirrorMap
import Testing

@testable import TestSupport

// The code of the article on introspection; `ArticleTests` checks that it is all here.

struct IntrospectionArticleTests {
  enum Plan: String, CaseIterable, MappableValue { case free, pro }

  struct Customer: Mappable {
    @Mapped("id") var id: UInt8
    @Mapped("profile.name", "name") var name: String
    @Mapped("plan") var plan: Plan = .free
    @Mapped("since", transform: .iso8601) var since: Date?
  }

  struct Percentage: MappableValue {
    var value: Double

    static var shape: ValueShape { .number(minimum: 0, maximum: 100) }

    static func decode(from reader: inout JSONReader) throws -> Percentage {
      Percentage(value: try reader.decode(Double.self))
    }
    func encode(to writer: inout JSONWriter) throws { try writer.encode(value) }
  }

  struct Lines: Transform {
    var shape: ValueShape { .string(pattern: "\n$") }
    func decode(_ json: String) -> [String] { json.split(separator: "\n").map(String.init) }
    func encode(_ object: [String]) -> String { object.map { $0 + "\n" }.joined() }
  }

  struct Poem: Mappable { @Mapped("text", transform: Lines()) var lines: [String] }

  indirect enum Formula: MappableValue {
    case number(Double)
    case sum([Formula])

    static var shape: ValueShape { .anyOf([.number(), .array(of: Formula.self)]) }

    static func decode(from reader: inout JSONReader) throws -> Formula {
      reader.nextKind == .array ? .sum(try reader.decode()) : .number(try reader.decode())
    }
    func encode(to writer: inout JSONWriter) throws {
      switch self {
      case .number(let number): try writer.encode(number)
      case .sum(let terms): try writer.encode(terms)
      }
    }
  }

  @Test func codeDoesWhatItSays() throws {
    let console = Console()
    func print(_ items: Any...) { console.print(items.map { "\($0)" }.joined(separator: " ")) }

    print(Customer.mapping)
    let schema = Customer.jsonSchema
    print(schema["properties"]?["id"] ?? .null)

    try Customer.validateMapping()

    print(Customer.explanation(of: #"{"id": 300, "name": "Ada", "plan": "pro", "zip": "1"}"#))

    print([Percentage].jsonSchema["items"] ?? .null)
    print(Formula.jsonSchema["anyOf"]?[1] ?? .null)

    #expect(
      try console.lines == Article("\(Article.folder)/Introspection.md").output, "\(console.lines)")
  }

  @Test func shapesAreThoseOfTheValues() throws {
    let text = #"[1,[2,[3]],0.5]"#
    #expect(try Formula.decode(from: text).encodeString() == #"[1.0,[2.0,[3.0]],0.5]"#)
    #expect(try [Percentage].decode(from: "[50]").encodeString() == "[50.0]")
    let poem = try Poem.decode(from: #"{"text": "a\nb\n"}"#)
    #expect(poem.lines == ["a", "b"])
    #expect(try poem.encodeString() == #"{"text":"a\nb\n"}"#)
    #expect(Poem.jsonSchema["properties"]?["text"] == ["type": "string", "pattern": "\n$"])
  }
}
