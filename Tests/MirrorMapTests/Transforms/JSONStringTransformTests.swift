import Foundation
import MirrorMap
import Synchronization
import Testing

@testable import TestSupport

private struct Item: Mappable, Equatable {
  @Mapped var id: Int
  @Mapped("tags.0") var tag: String?
}

private struct Nest: Mappable {
  @Mapped var name: String
  @Mapped(transform: .stringifiedJSON()) var child: Box?
}

private final class Box: Mappable {
  @Mapped var nest: Nest?
}

private struct Parcel: Mappable {
  @Mapped("item", transform: .stringifiedJSON()) var item: Item?
  @Mapped("items", transform: .stringifiedJSON([Item].self)) var items: [Item]?
  @Mapped("list", transform: .stringifiedJSON()) var list: [Item] = []
  @Mapped("date", transform: .stringifiedJSON(Date?.self)) var date: Date?
}

private struct BrokenModel: Mappable {
  @Mapped("a") var first: Int?
  @Mapped("a") var second: Int?
}

private struct HasBroken: Mappable {
  @Mapped(transform: .stringifiedJSON()) var text: BrokenModel?
}

private struct Sizes: Mappable {
  @Mapped var sizes: [Int]
}

private let zeros = TransformOf<[Int], String>(decode: { _ in [0] }, encode: { _ in "" })

private struct Letter: Mappable {
  @Mapped(transform: .stringifiedJSON()) var body: Sizes?
  @Mapped(transform: .firstOf(.stringifiedJSON([Int].self), zeros)) var either: [Int]?
}

private struct SpelledPart: Mappable, Equatable {
  @Mapped var someKey: Int
}

private struct SpelledWhole: Mappable, KeyStrategyProviding, Equatable {
  static var keyStrategy: any KeyStrategy { .snakeCase }
  @Mapped(transform: .stringifiedJSON()) var theText: SpelledPart?
  @Mapped var thePart: SpelledPart?
}

private struct Options: Mappable {
  @Mapped(transform: .stringifiedJSON([Int].self), coercion: .lossless) var lossless: [Int]?
  @Mapped(transform: .stringifiedJSON([Int].self), onFailure: .lossy) var lossy: [Int]?
  @Mapped(transform: .stringifiedJSON([Int].self), onFailure: .strict) var strict: [Int]?
  @Mapped(transform: .stringifiedJSON(Sizes.self), onFailure: .lossy) var sizes: Sizes?
  @Mapped(transform: .stringifiedJSON(Sizes.self), coercion: .lossless) var exact: Sizes?
}

struct JSONStringTransformTests {
  @Test func modelsAndArraysOfThemInOneStringOrInMany() throws {
    let json = #"""
      {"item":"{\"id\":1,\"tags\":[\"a\\\"b\"]}","items":"[{\"id\":2},{\"id\":3}]",\#
      "list":["{\"id\":4}"]}
      """#
    let parcel = try Parcel.decode(from: json)
    #expect(parcel.item?.id == 1)
    #expect(parcel.item?.tag == "a\"b")
    #expect(parcel.items?.map(\.id) == [2, 3])
    #expect(parcel.list.map(\.id) == [4])
    #expect(try parcel.encodeString() == json)
    #expect(try Parcel.decode(from: #"{"item":" \n{ \"id\" : 1 } "}"#).item?.id == 1)
  }

  @Test func stringsInStrings() throws {
    let json = #"{"name":"a","child":"{\"nest\":{\"name\":\"b\",\"child\":\"{}\"}}"}"#
    let nest = try Nest.decode(from: json)
    #expect(nest.child?.nest?.name == "b")
    #expect(nest.child?.nest?.child != nil)
    #expect(try nest.encodeString() == json)
  }

  @Test func errorSaysWhereInTheStringAndWhereTheStringIs() throws {
    let error = mappingError {
      try Parcel.decode(from: #"{"items":"[{\"id\":1},\n {\"id\":\"x\"}]"}"#)
    }
    #expect(
      error?.description == """
        $.items: expected [Item] as JSON in a string: $[1].id: expected Int, found a string \
        (line 2, column 8, Item.id) (line 1, column 10, Parcel.items)
        """)
    let inner = try #require(error?.underlying as? MappingError)
    #expect(inner.code == .typeMismatch)
    #expect(inner.path.description == "$[1].id")
    #expect(error?.code == .invalidValue)
    #expect(
      errorText { try Parcel.decode(from: #"{"item":"{\"id\":1"}"#) }
        == """
        $.item: expected Item as JSON in a string: $.id: expected ',' or '}', found the end of the \
        input (line 1, column 8) (line 1, column 9, Parcel.item)
        """)
    #expect(mappingError { try Parcel.decode(from: #"{"item":""}"#) }?.code.isSyntax == false)
    #expect(
      errorText { try Parcel.decode(from: #"{"item":{"id":1}}"#) }
        == """
        $.item: expected a string that holds JSON, found an object \
        (line 1, column 9, Parcel.item)
        """)
    #expect(
      errorText { try Parcel.decode(from: #"{"list":["{\"id\":1}","{\"id\":1} 2"]}"#) }
        == """
        $.list[1]: expected Item as JSON in a string: $: unexpected content after the end of the \
        value (line 1, column 10) (line 1, column 23, Parcel.list)
        """)
  }

  @Test func errorsOfEncodingSayWhere() {
    var parcel = Parcel()
    parcel.items = [Item()]
    #expect(
      errorText { try parcel.encode() }
        == """
        $.items: JSON in a string: $[0].id: a required property was neither decoded nor assigned \
        (Item.id) (Parcel.items)
        """)
  }

  @Test func nullOutsideIsNilAndInsideIsForTypesThatAcceptIt() throws {
    #expect(try Parcel.decode(from: #"{"item":null}"#).$item.presence == .null)
    #expect(try Parcel.decode(from: #"{"date":"null"}"#).date == nil)
    #expect(
      mappingError { try Parcel.decode(from: #"{"item":"null"}"#) }?.description == """
        $.item: expected Item as JSON in a string: $: expected an object for Item, found null \
        (line 1, column 1) (line 1, column 9, Parcel.item)
        """)
  }

  @Test func optionsOfMapperAndEncodingReachTheString() throws {
    var mapper = Mapper()
    mapper.duplicateKeys = .last
    let json = #"{"item":"{\"id\":1,\"id\":2}"}"#
    #expect(try Parcel.decode(from: json, using: mapper).item?.id == 2)
    #expect(mappingError { try Parcel.decode(from: json) }?.code == .invalidValue)
    let item = try Parcel.decode(from: #"{"item":"{\"tags\":[\"x/y\"],\"id\":1}"}"#)
    #expect(
      try item.encodeString(options: [.prettyPrinted, .sortedKeys])
        == """
        {
          "item": "{\\"id\\":1,\\"tags\\":[\\"x/y\\"]}",
          "list": []
        }
        """)
  }

  @Test func wrongDeclarationIsFoundBeforeAByteIsRead() {
    #expect(mappingError { try HasBroken.decode(from: "{}") }?.code == .declaration)
  }

  @Test func whatIsDroppedInAStringIsReported() throws {
    let logged = Mutex<[String]>([])
    let mapper = Mapper.with {
      $0.failurePolicy = .lossy
      $0.unknownKeys = .report
      $0.logger = { issue in logged.withLock { $0.append(issue.description) } }
    }
    let text = #"{"body":"{\"sizes\":[1,\"x\"],\"z\":1}"}"#
    let expected = [
      "$.body: expected Sizes as JSON in a string: $.sizes[1]: expected Int, found a string "
        + "(line 1, column 13, Sizes.sizes) (line 1, column 9, Letter.body)",
      "$.body: expected Sizes as JSON in a string: $.z: no property has this key "
        + "(line 1, column 18, Sizes) (line 1, column 9, Letter.body)",
    ]
    let report = Letter.decodeReporting(from: text, using: mapper)
    #expect(report.value?.body?.sizes == [1])
    #expect(report.issues.map(\.description) == expected)
    #expect(logged.withLock { $0 } == expected)
    logged.withLock { $0 = [] }
    #expect(try Letter.decode(from: text, using: mapper).body?.sizes == [1])
    #expect(logged.withLock { $0 } == expected)
  }

  @Test func aStringAmongSeveralFormsIsReadStrictly() throws {
    let mapper = Mapper.with { $0.failurePolicy = .lossy }
    let report = Letter.decodeReporting(from: #"{"either":"[1,true]"}"#, using: mapper)
    #expect(report.value?.either == [0])
    #expect(report.issues.isEmpty)
  }

  @Test func aReportContainsWhatCouldBeDecodedInAString() throws {
    struct Part: Mappable, Equatable {
      @Mapped var number: Int
      @Mapped var other: Int?
      @Mapped(onFailure: .strict) var strict: Int?
    }
    struct Whole: Mappable {
      @Mapped(transform: .stringifiedJSON()) var part: Part
      @Mapped(transform: .stringifiedJSON([Part].self)) var parts: [Part]?
    }
    let report = Whole.decodeReporting(
      from: #"{"part":"{\"number\":1,\"other\":\"x\"}","parts":"[{\"number\":2,\"other\":true}]"}"#)
    #expect(report.value?.part.number == 1 && report.value?.part.other == nil)
    #expect(report.value?.parts?.map(\.number) == [2])
    #expect(report.issues.map(\.path.description) == ["$.part", "$.parts"])
    // A strict property counts as lenient, as it does outside of a string.
    let strict = Whole.decodeReporting(
      from: #"{"part":"{\"number\":1,\"strict\":\"x\"}","parts":"[{\"number\":2,\"strict\":[]}]"}"#)
    #expect(strict.value?.part.number == 1 && strict.value?.parts?.map(\.number) == [2])
    #expect(strict.issues.map(\.path.description) == ["$.part", "$.parts"])
  }

  @Test func keyStrategyOfTheModelReachesTheString() throws {
    var whole = SpelledWhole()
    whole.thePart = try SpelledPart.decode(from: #"{"someKey":1}"#)
    whole.theText = whole.thePart
    let text = #"{"the_text":"{\"some_key\":1}","the_part":{"some_key":1}}"#
    #expect(try whole.encodeString() == text)
    #expect(try SpelledWhole.decode(from: text) == whole)
    var updated = SpelledWhole()
    try updated.update(from: text)
    #expect(updated == whole)
  }

  @Test func optionsOfThePropertyReachTheStringButNoModelInIt() throws {
    #expect(try Options.decode(from: #"{"lossless":"[\"1\"]"}"#).lossless == [1])
    let text = #"{"lossy":"[1,\"x\",3]"}"#
    #expect(try Options.decode(from: text).lossy == [1, 3])
    let report = Options.decodeReporting(from: text)
    #expect(report.value?.lossy == [1, 3] && report.issues.count == 1)
    let mapper = Mapper.with { ($0.failurePolicy, $0.coercion) = (.lossy, .lossless) }
    let strict = #"{"strict":"[1,[]]"}"#
    let error = mappingError { try Options.decode(from: strict, using: mapper) }
    #expect(error?.path.description == "$.strict")
    // The lossy property is nil as its model, which is strict, has failed.
    let sizes = #"{"sizes":"{\"sizes\":[1,\"x\"]}"}"#
    #expect(try Options.decode(from: sizes).sizes == nil)
    #expect(try Options.decode(from: sizes, using: mapper).sizes?.sizes == [1])
    let exact = #"{"exact":"{\"sizes\":[\"1\"]}"}"#
    #expect(mappingError { try Options.decode(from: exact) }?.code == .invalidValue)
    #expect(try Options.decode(from: exact, using: mapper).exact?.sizes == [1])
  }
}
