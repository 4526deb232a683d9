import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Where the encoder changes its way: many members, equal keys, odd keys, early and late dates, texts of each length.
struct BoundaryEncodingTests {
  private struct Members: Encodable {
    let count: Int
    let distinct: Int

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodableAnyKey.self)
      for index in 0..<count {
        let key = "key\(index % distinct)"
        if index % 7 == 3 {
          try container.encode([key: [index]], forKey: CodableAnyKey(stringValue: key))
        } else {
          try container.encode(index, forKey: CodableAnyKey(stringValue: key))
        }
      }
    }
  }

  @Test(arguments: [2, 10, 31, 32, 33, 34, 64, 65, 66, 200, 3000])
  func manyMembers(_ count: Int) {
    for distinct in [1, count / 2, count - 1, count] {
      let settings = EncoderSettings().with([.sortedKeys, .prettyPrinted])
      let value = [Members(count: count, distinct: distinct)]
      #expect(
        EncodingAgreement.ours(value, settings) == EncodingAgreement.theirs(value, settings))
    }
  }

  /// Members stay in the order of encoding, where the last of equal keys is.
  @Test func order() {
    let text = EncodingAgreement.ours(EncoderSettings().with([])) { encoder, _ in
      var container = encoder.container(keyedBy: CodableAnyKey.self)
      for (value, key) in ["b", "a", "c", "a", "b"].enumerated() {
        try container.encode(value, forKey: CodableAnyKey(stringValue: key))
      }
    }
    #expect(text == #"{"c":2,"a":3,"b":4}"#)
  }

  @Test func keysThatAreSortedByTheirBytes() {
    let keys = [
      "a", "a!", "a\"", "a#", "a ", "a\u{1}", "a\u{7F}", "a/", "a\\", "é", "e\u{301}f", "\u{FFFD}",
      "😀", "", "A", "10", "9",
    ]
    let value = Dictionary(uniqueKeysWithValues: keys.map { ($0, [$0: 1]) })
    EncodingAgreement.expect(value)
    EncodingAgreement.expect([value.filter { $0.key.utf8.allSatisfy { $0 >= 0x23 } }])
  }

  /// Dates near whole seconds, in years in which calendars differ, and in those with five digits.
  @Test func datesOfManyYears() {
    var generator = SeededGenerator(seed: 15)
    let settings = EncoderSettings { $0.dateEncodingStrategy = .iso8601 }
    for round in 0..<2000 {
      let time = Double.random(in: -2e10...2.6e11, using: &generator)
      let fractions = [0, 0.5, 0.9989, 0.999, 0.9991, 0.9999999, 1e-7]
      let date = Date(timeIntervalSinceReferenceDate: time.rounded() + fractions[round % 7])
      #expect(
        EncodingAgreement.ours(date, settings) == EncodingAgreement.theirs(date, settings),
        "\(time)")
    }
  }

  /// Slashes at each position of texts of each length that the writer copies in another way.
  @Test func slashes() {
    for length in 1..<40 {
      for position in 0..<length {
        for other in ["a", "é", "\""] {
          var text = Array(repeating: other, count: length)
          text[position] = "/"
          let value = [text.joined(): text.joined()]
          #expect(EncodingAgreement.ours(value) == EncodingAgreement.theirs(value))
        }
      }
    }
  }
}
