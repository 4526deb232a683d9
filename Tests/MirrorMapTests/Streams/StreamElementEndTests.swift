import MirrorMap
import Testing

@testable import TestSupport

/// An element is decoded as its text alone is, whatever follows it: blocks of bytes may be read beyond its end.
struct StreamElementEndTests {
  private static let sound = #"{"a":-1234,"b":1.25,"c":true,"d":"text","e":null,"f":false}"#

  private static let beginnings = sound.indices.dropFirst().map { String(sound[..<$0]) }

  /// The sound text with one character replaced by another.
  private static let changed: [String] = sound.indices.dropFirst().flatMap { index in
    #""\}1., "#.map { "\(sound[..<index])\($0)\(sound[index...].dropFirst())" }
  }

  /// What could end a token that an element leaves open.
  private static let followers = ["5}", "\"}", "\"b\":2}", ".5,\"b\":2}", "ue}", sound]

  @Test(arguments: ["\n", "   \n", "\r\n\n"])
  func linesEndWithTheirText(_ separator: String) async {
    for text in Self.beginnings + Self.changed where text.last != " " {
      await expectSameOutcome(of: text, .lines, "\(Self.sound)\n", separator)
    }
  }

  @Test func textsOfASequenceEndAtTheNextOne() async {
    for text in Self.beginnings {
      await expectSameOutcome(of: text, .sequence, "\u{1E}\(Self.sound)\n\u{1E}", "\u{1E}")
    }
  }

  @Test func elementsOfAnArrayEndWithTheirBrace() async {
    for separator in [",", " ,", "]"] {
      await expectSameOutcome(of: #"{"d":"text","a":1}"#, .array, "[\(Self.sound),", separator)
    }
  }

  private func expectSameOutcome(
    of text: String, _ format: StreamFormat, _ before: String, _ separator: String
  ) async {
    let alone = outcome(0) { try Scalars.decode(from: text) }
    for follower in Self.followers {
      let chunks = Chunks(before + text + separator + follower, size: 1_000)
      let stream = Scalars.stream(from: chunks, format: format)
      var elements = stream.makeAsyncIterator()
      // The keys are predicted after the first object.
      _ = try? await elements.next()
      let next: Result<Scalars?, any Error>
      do { next = .success(try await elements.next()) } catch { next = .failure(error) }
      #expect(outcome(before.utf8.count) { try next.get() } == alone, "\(text) \(follower)")

      var batch: [Scalars]?
      var batches = stream.batches.makeAsyncIterator()
      do { batch = try await batches.next() } catch { Issue.record(error) }
      let second = batch.flatMap { $0.count > 1 ? $0[1] : nil }
      #expect((second.map { "\($0)" } ?? alone) == alone, "\(text) \(follower)")
      #expect((second == nil) == alone.hasPrefix("failure"), "\(text) \(follower)")
    }
  }

  /// A value, or the code and the place of an error in the text at an offset.
  private func outcome(_ offset: Int, _ body: () throws -> Scalars?) -> String {
    do {
      return try body().map { "\($0)" } ?? "nil"
    } catch {
      guard let error = error as? MappingError else { return "\(error)" }
      return "failure \(error.code) \(error.byteOffset.map { $0 - offset } ?? -1)"
    }
  }
}

private struct Scalars: Mappable, Sendable {
  @Mapped var a: Int?
  @Mapped var b: Double?
  @Mapped var c: Bool?
  @Mapped var d: String?
  @Mapped var e: Int?
  @Mapped var f: Bool?
}
