import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// The tables of the page about `@Mapped` say what happens.
struct MappedOnOnePageTableTests {
  struct Point: Mappable, Equatable {
    @Mapped var x: Int
    @Mapped var y: Int
    static let zero = try! Point.decode(from: #"{"x": 0, "y": 0}"#)
  }

  struct Required: Mappable { @Mapped var a: Int }
  struct Default: Mappable { @Mapped var a: Int = 3 }
  struct Maybe: Mappable { @Mapped var a: Int? }
  struct MaybeDefault: Mappable { @Mapped var a: Int? = 3 }
  struct List: Mappable { @Mapped var a: [Int] }
  struct DefaultList: Mappable { @Mapped var a: [Int] = [] }
  struct Tree: Mappable { @Mapped var a: JSONValue }
  struct MaybeTree: Mappable { @Mapped var a: JSONValue? }
  struct Nested: Mappable { @Mapped var a: Point }
  struct MaybeNested: Mappable { @Mapped var a: Point? }
  struct Lenient: Mappable { @Mapped(onFailure: .lenient) var a: Int }
  struct LenientDefault: Mappable { @Mapped(onFailure: .lenient) var a: Int = 3 }
  struct LenientMaybe: Mappable { @Mapped(onFailure: .lenient) var a: Int? }
  struct Coerced: Mappable { @Mapped(coercion: .lenient) var a: Int }

  struct Flat: Mappable { @Flattened var point: Point }
  struct FlatMaybe: Mappable { @Flattened var point: Point? }
  struct FlatDefault: Mappable { @Flattened var point: Point = .zero }

  private func outcome<Model: Mappable, Value>(
    _ property: KeyPath<Model, Value>, of document: String
  ) -> String {
    guard let value = try? Model.decode(from: document)[keyPath: property] else { return "error" }
    if let optional = value as? any OptionalText { return optional.text }
    return "\(value)"
  }

  private func row<Model: Mappable, Value>(
    _ declaration: String, _ property: KeyPath<Model, Value>
  ) -> String {
    let outcomes = ["{}", #"{"a": null}"#, #"{"a": "x"}"#].map { outcome(property, of: $0) }
    return "| `\(declaration)` | \(outcomes.joined(separator: " | ")) |"
  }

  @Test func propertiesGetWhatTheTableSays() throws {
    let rows = [
      row("@Mapped var a: Int", \Required.a),
      row("@Mapped var a: Int = 3", \Default.a),
      row("@Mapped var a: Int?", \Maybe.a),
      row("@Mapped var a: Int? = 3", \MaybeDefault.a),
      row("@Mapped var a: [Int]", \List.a),
      row("@Mapped var a: [Int] = []", \DefaultList.a),
      row("@Mapped var a: JSONValue", \Tree.a),
      row("@Mapped var a: JSONValue?", \MaybeTree.a),
      row("@Mapped var a: Point", \Nested.a),
      row("@Mapped var a: Point?", \MaybeNested.a),
      row("@Mapped(onFailure: .lenient) var a: Int", \Lenient.a),
      row("@Mapped(onFailure: .lenient) var a: Int = 3", \LenientDefault.a),
      row("@Mapped(onFailure: .lenient) var a: Int?", \LenientMaybe.a),
      row("@Mapped(coercion: .lenient) var a: Int", \Coerced.a),
    ]
    let page = try String(
      contentsOf: Article.root.appendingPathComponent("\(Article.folder)/MappedOnOnePage.md"),
      encoding: .utf8)
    let missing = rows.filter { !page.contains($0) }
    #expect(missing.isEmpty)
  }

  @Test func flattenedModelsGetWhatTheTableSays() {
    #expect(errorText { try Flat.decode(from: "{}") } != "no error")
    #expect(try! FlatMaybe.decode(from: "{}").point == nil)
    #expect(try! FlatDefault.decode(from: "{}").point == .zero)
    #expect(errorText { try Flat.decode(from: #"{"x": 1}"#) } != "no error")
    #expect(errorText { try FlatMaybe.decode(from: #"{"x": 1}"#) } != "no error")
    #expect(errorText { try FlatDefault.decode(from: #"{"x": 1}"#) } != "no error")
  }

  @Test func propertiesWriteWhatTheTableSays() throws {
    #expect(try Default.decode(from: "{}").encodeString() == #"{"a":3}"#)
    #expect(try Maybe().encodeString() == "{}")
    #expect(try Maybe.decode(from: "{}").encodeString() == "{}")
    #expect(try Maybe.decode(from: #"{"a": null}"#).encodeString() == #"{"a":null}"#)
    var assigned = try Maybe.decode(from: #"{"a": 1}"#)
    assigned.a = nil
    #expect(try assigned.encodeString() == #"{"a":null}"#)
    #expect(throws: MappingError.self) { try Required().encode() }
  }
}

/// An optional, which the table shows without the word.
private protocol OptionalText {
  var text: String { get }
}

extension Optional: OptionalText {
  fileprivate var text: String { map { "\($0)" } ?? "nil" }
}
