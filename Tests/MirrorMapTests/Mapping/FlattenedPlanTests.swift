import MirrorMap
import Testing

@testable import TestSupport

private struct Paging: Mappable, Equatable {
  @Mapped var page: Int
  @Mapped var sizes: [Int] = [10]
}

private struct Author: Mappable, Equatable {
  @Mapped("writer") var name: String
  @Mapped var mail: String?
}

private struct Rating: Mappable, Equatable {
  @Mapped var stars: Int
  @Mapped(onFailure: .lenient) var votes: Int?
}

private struct Shelf: Mappable, Equatable {
  @Mapped("shelf.row") var row: Int?
}

/// All of it may fail without consequences.
private struct Price: Mappable, Equatable {
  @Mapped(onFailure: .lenient) var cents: Int?
}

/// Read in one pass.
private struct Book: Mappable, Equatable {
  @Mapped var title: String?
  @Flattened var paging: Paging
  @Flattened var author: Author?
  @Flattened var rating: Rating?
  @Flattened var shelf: Shelf
  @Flattened var price: Price?
}

/// Read by the general path, as an object's models aren't read in place.
private final class BookObject: Mappable {
  @Mapped var title: String?
  @Flattened var paging: Paging
  @Flattened var author: Author?
  @Flattened var rating: Rating?
  @Flattened var shelf: Shelf
  @Flattened var price: Price?
  required init() {}
}

private struct Kept: Mappable, Equatable {
  @Mapped var id: Int?
  @Extras var rest: JSONObject
}

/// The fast path of reading flattened models and extras has the results of the general path.
private struct Answer: Mappable {
  @Mapped(onFailure: .strict) var book: Book
}

struct FlattenedPlanTests {
  private static let members = [
    [#""title": "T""#, #""title": null"#, #""title": 1"#],
    [#""page": 1"#, #""page": null"#, #""page": "1""#, #""page": 2, "page": 3"#],
    [#""sizes": [1, 2]"#, #""sizes": null"#, #""sizes": ["a"]"#],
    [#""writer": "A""#, #""writer": null"#, #""writer": 1"#],
    [#""shelf": {"row": 2}"#, #""shelf": {}"#, #""shelf": null"#, #""shelf": {"row": []}"#],
    [#""mail": "m""#, #""mail": null"#],
    [#""stars": 5"#, #""stars": null"#, #""stars": []"#],
    [#""votes": 7"#, #""votes": null"#, #""votes": "7""#],
    [#""cents": 99"#, #""cents": null"#, #""cents": "99""#],
    [#""other": {"page": 9}"#, #""other": null"#],
  ]

  private func document(_ random: inout SeededGenerator) -> String {
    var parts: [String] = []
    for choices in Self.members.shuffled(using: &random)
    where Int.random(in: 0..<4, using: &random) > 0 {
      // Mostly what fits.
      let isFitting = Int.random(in: 0..<3, using: &random) > 0
      parts.append(isFitting ? choices[0] : choices.randomElement(using: &random)!)
    }
    return "{\(parts.joined(separator: ", "))}"
  }

  @Test func flattenedStructsAreReadAsTheGeneralPathReadsThem() throws {
    var random = SeededGenerator(seed: 0xF1A7)
    // From the second time on, it is known that the models are read by their plans.
    _ = try? Book.decode(from: #"{"page": 1, "writer": "A", "stars": 1}"#)
    var valueCount = 0
    for _ in 0..<2_000 {
      let text = document(&random)
      let fast = Result { try Book.decode(from: text) }
      let general = Result { try BookObject.decode(from: text) }
      switch (fast, general) {
      case (.success(let book), .success(let object)):
        valueCount += 1
        #expect(book.title == object.title, "\(text)")
        #expect(book.paging == object.paging, "\(text)")
        #expect(book.author == object.author, "\(text)")
        #expect(book.rating == object.rating, "\(text)")
        #expect(book.shelf == object.shelf, "\(text)")
        #expect(book.price == object.price, "\(text)")
      case (.failure(let fast as MappingError), .failure(let general as MappingError)):
        // Which of several errors is reported is not specified.
        #expect(fast.code.isExpected && general.code.isExpected, "\(text)")
      default:
        Issue.record("\(text): \(fast), \(general)")
      }
    }
    #expect(valueCount > 100)
  }

  @Test func errorsNameTheFlattenedModel() {
    _ = try? Book.decode(from: #"{"page": 1}"#)
    #expect(
      errorText { try Book.decode(from: #"{"page": "1"}"#) }
        == "$.page: expected Int, found a string (line 1, column 10, Paging.page)")
    #expect(
      errorText { try Book.decode(from: #"{"title": "T"}"#) }
        == "$.page: required key is missing, expected Int (line 1, column 1, Paging.page)")
    #expect(
      errorText { try Book.decode(from: #"{"page": 1, "votes": 7}"#) }
        == "$.stars: required key is missing, expected Int (line 1, column 1, Rating.stars)")
  }

  @Test func extrasAreTheSameWhateverObjectsCameBefore() throws {
    var random = SeededGenerator(seed: 0xE87)
    let keys = ["a", "b", "c", #"\u0061"#, "id"]
    let texts = (0..<500).map { _ in
      let members = (0..<Int.random(in: 0..<4, using: &random)).map { number in
        #""\#(keys.randomElement(using: &random)!)": \#(number)"#
      }
      return "{\(members.joined(separator: ", "))}"
    }
    for policy in [Mapper.DuplicateKeys.first, .last] {
      var mapper = Mapper()
      mapper.duplicateKeys = policy
      let together = try [Kept].decode(from: "[\(texts.joined(separator: ","))]", using: mapper)
      for (text, kept) in zip(texts, together) {
        #expect(try Kept.decode(from: text, using: mapper) == kept, "\(text)")
        #expect(try Kept.decode(from: text, using: mapper).rest.map(\.key) == kept.rest.map(\.key))
      }
    }
  }

  @Test func thePolicyOfThePropertyAroundTheModelIsNotTheModels() throws {
    let lenient = Mapper.with { $0.failurePolicy = .lenient }
    for _ in 0..<3 {
      let answer = try Answer.decode(
        from: #"{"book": {"page": 1, "stars": "x", "writer": 2}}"#, using: lenient)
      #expect(answer.book.rating == nil && answer.book.author == nil)
      #expect(answer.book.paging.page == 1)
    }
  }
}

extension MappingError.Code {
  /// Whether a document of these tests can have this error.
  fileprivate var isExpected: Bool {
    self == .missingKey || self == .typeMismatch || self == .duplicateKey || self == .unexpectedNull
  }
}
