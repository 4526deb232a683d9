import MirrorMap
import Testing

@testable import TestSupport

private struct Spot: Mappable {
  @Mapped("geo.place.name") var name: String?
  @Mapped("geo.place.tags.1") var secondTag: String?
  @Mapped("geo.height") var height: Double?
}

private struct Station: Mappable {
  @Mapped("geo.place.name") var name: String
}

private struct Cells: Mappable {
  @Mapped("cells.0") var first: Int?
  @Mapped("cells.2.value") var third: Int?
}

private struct Pair: Mappable {
  @Mapped("0") var zero: Int?
  @Mapped("x.0") var inner: Int?
  @Mapped("x.y") var named: Int?
}

private struct Matrix: Mappable {
  @Mapped("m.0.1") var topRight: Int
  @Mapped("m.1.0") var bottomLeft: Int
  @Mapped("m.1") var bottom: [Int]
}

private struct FarElements: Mappable {
  @Mapped("a.1023") var last: Int?
  @Mapped("a.1024") var beyond: Int?
  @Mapped("a.01") var padded: Int?
  @Mapped("a.-1") var negative: Int?
  @Mapped("a.+1") var signed: Int?
}

struct KeyPathReadingTests {
  @Test func pathLeadsThroughObjectsAndArraysInAnyKeyOrder() throws {
    let spot = try Spot.decode(
      from: #"{"geo":{"height":1.5,"place":{"tags":["a","b","c"],"name":"Brocken"}}}"#)
    #expect(spot.name == "Brocken")
    #expect(spot.secondTag == "b")
    #expect(spot.height == 1.5)
  }

  @Test(arguments: [
    "{}", #"{"geo":null}"#, #"{"geo":7}"#, #"{"geo":"place"}"#, #"{"geo":true}"#,
    #"{"geo":{}}"#, #"{"geo":[]}"#, #"{"geo":[{"place":1}]}"#, #"{"geo":{"place":null}}"#,
    #"{"geo":{"place":[1,2,3]}}"#, #"{"geo":{"place":{"tags":["only"]}}}"#,
    #"{"geo":{"place":{"tags":{"2":"b"}}}}"#, #"{"geo":{"place":{"tags":[]}}}"#,
    #"{"geo":{"place":{"tags":"ab"}}}"#, #"{"geo.place.name":"x"}"#, #"{"name":"x"}"#,
  ])
  func pathThroughAScalarNullNothingOrPastTheEndIsAbsent(_ json: String) throws {
    let spot = try Spot.decode(from: json)
    #expect(spot.name == nil)
    #expect(spot.secondTag == nil)
    #expect(spot.height == nil)
    #expect(spot.$name.presence == .absent)
    #expect(spot.$secondTag.presence == .absent)
    #expect(spot.$height.presence == .absent)
  }

  @Test(arguments: [
    "{}", #"{"geo":null}"#, #"{"geo":7}"#, #"{"geo":{"place":"name"}}"#, #"{"geo":{"place":[]}}"#,
  ])
  func requiredPathThatLeadsNowhereIsMissing(_ json: String) {
    #expect(
      errorText { try Station.decode(from: json) }
        == """
        $.geo.place.name: required key is missing, expected String (line 1, column 1, Station.name)
        """)
  }

  @Test func unmappedValuesBesideAPathAreValidated() {
    #expect(
      errorText { try Spot.decode(from: #"{"geo":[1,tru]}"#) }
        == "$.geo[1]: expected true, found ']' (line 1, column 14)")
    #expect(
      errorText { try Spot.decode(from: #"{"geo":{"place":01}}"#) }
        == """
        $.geo.place: expected a number without leading zeros, found a leading zero \
        (line 1, column 17)
        """)
  }

  @Test func indexLeadsIntoAnArrayAndUnmappedElementsAreSkipped() throws {
    let cells = try Cells.decode(from: #"{"cells":[4,{"value":5},{"other":[1],"value":6},7]}"#)
    #expect(cells.first == 4)
    #expect(cells.third == 6)
    let short = try Cells.decode(from: #"{"cells":[4,{"value":5}]}"#)
    #expect(short.first == 4)
    #expect(short.$third.presence == .absent)
  }

  @Test func nullElementIsNullNotAbsent() throws {
    let cells = try Cells.decode(from: #"{"cells":[null,1,{"value":null}]}"#)
    #expect(cells.$first.presence == .null)
    #expect(cells.$third.presence == .null)
  }

  @Test func stepThatCanBeAnIndexIsAKeyInAnObject() throws {
    let keys = try Pair.decode(from: #"{"0":1,"x":{"0":2,"y":3}}"#)
    #expect(keys.zero == 1)
    #expect(keys.inner == 2)
    #expect(keys.named == 3)
    let array = try Pair.decode(from: #"{"x":[4]}"#)
    #expect(array.zero == nil)
    #expect(array.inner == 4)
    #expect(array.named == nil)
  }

  @Test func modelIsAnObjectEvenWhenItsKeysAreIndexes() {
    #expect(
      errorText { try Pair.decode(from: "[1]") }
        == "$: expected an object for Pair, found an array (line 1, column 1)")
  }

  @Test func rowAndOneOfItsElementsAreBothRead() throws {
    let matrix = try Matrix.decode(from: #"{"m":[[1,2],[3,4]]}"#)
    #expect(matrix.topRight == 2)
    #expect(matrix.bottomLeft == 3)
    #expect(matrix.bottom == [3, 4])
  }

  @Test func onlyPlainNumbersAreIndexesAllOthersAreKeys() throws {
    let numbers = (0..<1030).map(String.init).joined(separator: ",")
    let array = try FarElements.decode(from: #"{"a":[\#(numbers)]}"#)
    #expect(array.last == 1023)
    #expect(array.beyond == 1024)
    #expect(array.padded == nil)
    #expect(array.negative == nil)
    #expect(array.signed == nil)
    let object = try FarElements.decode(
      from: #"{"a":{"1023":1,"1024":2,"01":3,"-1":4,"+1":5,"1":6}}"#)
    #expect(object.last == 1)
    #expect(object.beyond == 2)
    #expect(object.padded == 3)
    #expect(object.negative == 4)
    #expect(object.signed == 5)
  }
}
