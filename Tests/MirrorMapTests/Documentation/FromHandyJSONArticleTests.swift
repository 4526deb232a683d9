import Foundation
import MirrorMap
import Testing

@testable import TestSupport

// The code of the article on moving from HandyJSON; `ArticleTests` checks that it is all here.

struct FromHandyJSONArticleTests {
  enum Color: String, MappableValue {
    case black, white
  }

  struct Cat: Mappable {
    @Mapped("cat_id") var id: Int64
    @Mapped var name: String?
    @Mapped(transform: .date(format: "yyyy-MM-dd", timeZone: .current)) var born: Date?
    @Mapped("owner.name") var owner: String?
    @Mapped var color: Color?
    var isSelected = false
  }

  class Animal: Mappable, DecodeCompleting {
    @Mapped var id: Int
    @Mapped("legs", "leg_count") var legs: Int = 4
    var label = ""
    required init() {}

    func didDecode(in context: MappingContext) throws {
      label = "#\(id)"
    }
  }

  final class Bird: Animal {
    @Mapped("wing_span") var wingSpan: Double?
  }

  @Test func codeDoesWhatItSays() throws {
    let (console, logged) = (Console(), Console())
    func print(_ items: Any...) { console.print(items.map { "\($0)" }.joined(separator: " ")) }
    @Sendable func log(_ text: String) { logged.print(text) }

    let text = #"""
      {"data": {"cat": {"cat_id": "12", "name": 5, "born": "1970-01-02",
        "owner": {"name": "Ada"}, "color": "red"}}}
      """#

    do {
      _ = try Cat.decode(from: text, at: "data.cat")
    } catch {
      print(error)
    }

    var tolerant = Mapper()
    tolerant.failurePolicy = .lossy
    tolerant.coercion = .lenient
    tolerant.logger = { issue in log("\(issue)") }

    let cat = try Cat.decode(from: text, at: "data.cat", using: tolerant)
    print(cat.id, cat.name ?? "", cat.owner ?? "", cat.color == nil)

    let bird = try Bird.decode(from: #"{"id": 3, "leg_count": 2, "wing_span": 0.5}"#)
    print(bird.label, bird.legs, bird.wingSpan ?? 0)

    try bird.update(from: #"{"legs": 1}"#)
    print(try bird.encodeString())

    #expect(try console.lines == Article("\(Article.folder)/FromHandyJSON.md").output)
    #expect(logged.lines.count == 1 && logged.lines[0].contains("Cat.color"))
    let day = DateComponents(year: 1970, month: 1, day: 2)
    #expect(cat.born == Calendar(identifier: .gregorian).date(from: day) && !cat.isSelected)
  }

  final class Observed: Mappable {
    @Mapped var id: Int = 0 { didSet { count += 1 } }
    var count = 0
    init() {}
  }

  struct Dotted: Mappable {
    @Mapped(#"a\.b"#) var value: Int
  }

  @Test func tablesAreTrue() throws {
    var tolerant = Mapper()
    tolerant.failurePolicy = .lenient
    let cats = try [Cat?].decode(from: #"[{"cat_id": 1}, 2]"#, using: tolerant)
    #expect(cats.map { $0?.id } == [1, nil])
    tolerant.failurePolicy = .lossy
    #expect(try [Cat].decode(from: #"[{"cat_id": 1}, 2]"#, using: tolerant).map(\.id) == [1])
    tolerant.keyStrategy = .caseInsensitive
    #expect(try Cat.decode(from: #"{"CAT_ID": 1}"#, using: tolerant).id == 1)
    #expect(try Dotted.decode(from: #"{"a.b": 1}"#).value == 1)
    #expect(try Observed.decode(from: #"{"id": 1}"#).count == 0)
  }
}
