import Foundation
import MirrorMap
import Testing

@testable import TestSupport

struct ExplanationTests {
  private struct Address: Mappable {
    @Mapped var city: String
    @Mapped("zip_code") var zip: String?
  }

  private struct User: Mappable {
    @Mapped var id: Int
    @Mapped("profile.name", "name") var name: String?
    @Mapped("mail") var email: String?
    @Mapped("tags.*.t") var tags: [String] = []
    @Mapped("a.b", nested: false) var dotted: Bool = false
    @Mapped var home: Address?
    @Flattened var address: Address
  }

  private struct Rest: Mappable {
    @Mapped var id: Int
    @Extras var others: JSONObject
  }

  @Test func whatIsFoundAtEachKey() {
    let text = User.explanation(
      of: #"""
        {"id": "7", "name": "Ada", "mail": null, "tags": [{"t": "x"}, {"t": "y"}], "a.b": true,
         "home": {"city": "Rome", "street": 1}, "city": "Bern", "nick": []}
        """#)
    #expect(
      text == """
        User
          id            id                  Int       string "7"
          name          profile.name, name  String?   string "Ada"
          email         mail                String?   null
          tags          tags.*.t            [String]  2 values
          dotted        "a.b"               Bool      bool true
          home          home                Address?  object of 2 members
          address.city  city                String    string "Bern"
          address.zip   zip_code            String?   missing
        Unknown keys: $.home.street, $.nick
        Issues:
          $.id: expected Int, found a string (line 1, column 8, User.id)
        """)
  }

  @Test func keysWhateverTheirCaseAndDirection() {
    struct Model: Mappable {
      @Mapped("userName") var name: String
      @Mapped("List.01") var noIndex: Int?
      @Mapped("list.1") var index: Int?
      @Mapped(direction: .encodeOnly) var written = 1
    }
    var mapper = Mapper()
    mapper.keyStrategy = .caseInsensitive
    #expect(
      Model.explanation(of: #"{"USERNAME": "a", "LIST": [5, 6], "written": 2}"#, using: mapper)
        == """
        Model
          name     userName  String  string "a"
          noIndex  List.01   Int?    missing
          index    list.1    Int?    number 6
          written  written   Int     not decoded
        """)
  }

  @Test func documentsThatFit() {
    #expect(
      Rest.explanation(of: #"{"data": [{"id": 1, "x": [1]}]}"#, at: "data.0") == """
        Rest
          id      id  Int         number 1
          others  -   JSONObject  the other members
        """)
    let long = String(repeating: "x", count: 100)
    #expect(
      Address.explanation(of: #"{"city": "\#(long)", "zip_code": [1]}"#)
        .contains("string \"\(long.prefix(58))…\n"))
  }

  @Test func documentsThatAreNone() {
    #expect(
      Rest.explanation(of: #"{"id": 1"#) == """
        Rest
        Issues:
          $.id: expected ',' or '}', found the end of the input (line 1, column 9)
        """)
    #expect(Rest.explanation(of: "[1]").contains("$: expected an object for Rest, found an array"))
    #expect(Rest.explanation(of: "{}", at: "a").contains("Issues:\n  $.a: "))
  }

  @Test func optionsAreInForce() {
    var mapper = Mapper()
    mapper.keyStrategy = .snakeCase
    mapper.unknownKeys = .reject
    mapper.logger = { _ in Issue.record("an explanation isn't logged") }
    struct Page: Mappable { @Mapped var pageCount: Int }
    #expect(
      Page.explanation(of: #"{"page_count": 3, "x": 1}"#, using: mapper) == """
        Page
          pageCount  page_count  Int  number 3
        Unknown keys: $.x
        """)
  }

  @Test func flattenedModelsHaveTheStrategyOfTheModelAround() {
    struct Paging: Mappable { @Mapped var pageCount: Int? }
    struct Results: Mappable, KeyStrategyProviding {
      static var keyStrategy: any KeyStrategy { .snakeCase }
      @Mapped var itemList: [Int]
      @Flattened var paging: Paging
    }
    #expect(
      Results.explanation(of: #"{"item_list": [1], "page_count": 3}"#)
        == """
        Results
          itemList          item_list   [Int]  array of 1 element
          paging.pageCount  page_count  Int?   number 3
        """)
  }

  @Test func wildcardsWithoutValues() {
    struct Model: Mappable { @Mapped("list.*.x") var list: [Int]? }
    let texts = [
      ("{}", "missing"), (#"{"list": null}"#, "null"), (#"{"list": []}"#, "0 values"),
      (#"{"list": [{}]}"#, "0 values"), (#"{"list": 5}"#, "number 5"),
    ]
    for (document, text) in texts {
      let explanation = Model.explanation(of: document)
      #expect(explanation.hasPrefix("Model\n  list  list.*.x  [Int]?  \(text)"), "\(explanation)")
    }
  }

  @Test func starsThatAreKeysAndLimitsOfCollections() {
    struct Model: Mappable {
      @Mapped("*", nested: false) var star: Int
      @Mapped("list.*") var list: [Int] = []
    }
    #expect(
      Model.explanation(
        of: #"{"*": 5, "list": {"a": 1}, "b": 1, "c": 2}"#,
        using: Mapper.with { $0.maximumCollectionCount = 2 }
      ).hasPrefix(
        #"""
        Model
          star  *       Int    number 5
          list  list.*  [Int]  1 values
        """#))
  }
}
