import Foundation
import MirrorMap
import Testing

/// Of a coding that is no transform.
private struct Letters: ValueCoding {
  func decode(from reader: inout JSONReader) throws -> [Character] {
    Array(try reader.decode(String.self))
  }
  func encode(_ value: [Character], to writer: inout JSONWriter) throws {
    try writer.encode(String(value))
  }
}

extension ValueCoding where Self == Letters {
  fileprivate static var letters: Letters { Letters() }
}

private protocol Outline: Sendable {}

private struct Disc: Outline, Mappable {
  @Mapped var radius: Int
}

extension ValueCoding where Self == ModelRegistry<any Outline> {
  fileprivate static var figures: Self { Self(.internal(tag: "t")).adding(Disc.self, as: "c") }
}

private struct Annotated: Mappable {
  @Mapped("date", transform: .iso8601) var date: Date
  @Mapped("doubled", transform: TransformOf<Int, Int>(decode: { $0 * 2 }, encode: { $0 / 2 }))
  var doubled: Int?
  @Mapped("letters", transform: .letters) var letters: [Character]
  @Mapped("words", transform: .letters) var words: [[Character]] = []
  @Mapped("figure", transform: .figures) var figure: any Outline
  @Mapped("figures", transform: .figures) var figures: [String: [any Outline]]
}

private struct Immutable: ImmutableMappable {
  let date: Date
  let doubled: Int?
  let letters: [Character]
  let words: [[Character]]
  let figure: any Outline
  let figures: [String: [any Outline]]

  init(from object: inout ObjectReader) throws {
    date = try object.value("date", transform: .iso8601)
    doubled = try object.value(
      "doubled", transform: TransformOf<Int, Int>(decode: { $0 * 2 }, encode: { $0 / 2 }))
    letters = try object.value("letters", transform: .letters)
    words = try object.value("words", transform: .letters, default: [])
    figure = try object.value("figure", transform: .figures)
    figures = try object.value("figures", transform: .figures)
  }

  func encode(to object: inout ObjectWriter) throws {
    try object.set(date, "date", transform: .iso8601)
    try object.set(
      doubled, "doubled", transform: TransformOf<Int, Int>(decode: { $0 * 2 }, encode: { $0 / 2 }))
    try object.set(letters, "letters", transform: .letters)
    try object.set(words, "words", transform: .letters)
    try object.set(figure, "figure", transform: .figures)
    try object.set(figures, "figures", transform: .figures)
  }
}

struct TransformLabelTests {
  private static let text =
    #"{"date":"2026-01-02T03:04:05Z","doubled":4,"letters":"ab","words":["c","de"],"#
    + #""figure":{"t":"c","radius":1},"figures":{"a":[{"t":"c","radius":2}]}}"#

  @Test func oneLabelForPropertiesOfAllCodings() throws {
    let model = try Annotated.decode(from: Self.text)
    #expect(model.doubled == 8)
    #expect(model.letters == ["a", "b"])
    #expect(model.words == [["c"], ["d", "e"]])
    #expect((model.figures["a"]?.first as? Disc)?.radius == 2)
    #expect(try model.encodeString() == Self.text)
  }

  @Test func oneLabelForKeysOfImmutableModels() throws {
    let model = try Immutable.decode(from: Self.text)
    #expect(model.doubled == 8)
    #expect(model.letters == ["a", "b"])
    #expect(model.words == [["c"], ["d", "e"]])
    #expect((model.figures["a"]?.first as? Disc)?.radius == 2)
    #expect(try model.encodeString() == Self.text)
  }
}
