import MirrorMap
import Testing

@testable import TestSupport

struct ContainerValueTests {
  @Test func optionalsAreNullOrAValue() throws {
    #expect(try Int?.decode(from: "null") == nil)
    #expect(try Int?.decode(from: " 7 ") == 7)
    #expect(try Int??.decode(from: "null") == .none)
    #expect(try [Int?].decode(from: "[1,null,3]") == [1, nil, 3])
    #expect(try [Int?]([1, nil]).encodeString() == "[1,null]")
    #expect(try Int?.none.encodeString() == "null")
    #expect(try [String: Int?].decode(from: #"{"a":null}"#) == ["a": Int?.none])
    #expect(try [[Int]?]([nil, [1]]).encodeString() == "[null,[1]]")
    #expect(
      errorText { try Int?.decode(from: "nulL") }
        == "$: expected null, found a letter (line 1, column 4)")
    #expect(
      errorText { try [Int?].decode(from: #"[null,"a"]"#) }
        == "$[1]: expected Int, found a string (line 1, column 7)")
    #expect(
      errorText { try [Int].decode(from: "[null]") }
        == "$[0]: expected Int, found null (line 1, column 2)")
  }

  @Test func arraysOfEverySizeAndElementAreReadAndWritten() throws {
    for count in Array(0...40) + [1000] {
      let ints = (0..<count).map { $0 * 37 - 500 }
      #expect(try [Int].decode(from: ints.encode()) == ints)
      let strings = ints.map { String(repeating: "é", count: $0 & 31) + "\($0)" }
      #expect(try [String].decode(from: strings.encode()) == strings)
      let bools = ints.map { $0 % 3 == 0 }
      #expect(try [Bool].decode(from: bools.encode()) == bools)
      let wide = ints.map { ["\($0)": [Double($0)]] }
      #expect(try [[String: [Double]]].decode(from: wide.encode()) == wide)
      let optional = ints.map { $0 % 2 == 0 ? "\($0)" : nil }
      #expect(try [String?].decode(from: optional.encode()) == optional)
    }
    #expect(try [[[Int]]].decode(from: " [ [ ] , [ [ ] , [ 1 , 2 ] ] ] ") == [[], [[], [1, 2]]])
  }

  @Test func wrongElementInTheMiddleIsReportedWhateverCameBefore() {
    for count in [0, 1, 7, 8, 9, 30] {
      let good = String(repeating: #""a text that is long enough to be allocated","#, count: count)
      #expect(
        errorText { try [String].decode(from: "[\(good)1]") }
          == "$[\(count)]: expected String, found a number (line 1, column \(2 + 45 * count))")
      #expect(
        errorText { try [String].decode(from: "[\(good)") }
          == "$[\(count)]: expected a value, found the end of the input"
          + " (line 1, column \(2 + 45 * count))")
    }
    #expect(
      errorText { try [[String: [Double]]].decode(from: #"[{"a":[1,2]},{"b":[1,"2"]}]"#) }
        == "$[1].b[1]: expected Double, found a string (line 1, column 22)")
  }

  @Test func elementsRefusedHalfwayAreReleased() throws {
    final class Counter: @unchecked Sendable { var alive = 0 }
    final class Item: MappableValue {
      static let counter = Counter()
      init() { Self.counter.alive += 1 }
      deinit { Self.counter.alive -= 1 }
      static func decode(from reader: inout JSONReader) throws -> Item {
        _ = try reader.decode(Int.self)
        return Item()
      }
      func encode(to writer: inout JSONWriter) { writer.encodeNull() }
    }
    for count in [0, 1, 7, 8, 9, 20] {
      let good = String(repeating: "1,", count: count)
      for end in ["true]", "1", "1}", "1,]", "1]"] {
        _ = try? [Item].decode(from: "[" + good + end)
        #expect(Item.counter.alive == 0, "\(count) \(end)")
      }
    }
  }

  @Test func duplicatesInASetCollapse() throws {
    #expect(try Set<Int>.decode(from: "[1,2,1.0,1e0]") == [1, 2])
    #expect(try Set<String>.decode(from: #"["a","\u0061"]"#) == ["a"])
    #expect(try Set<Int>.decode(from: "[]") == [])
    #expect(try Set([7]).encodeString() == "[7]")
    #expect(try Set<Int>.decode(from: Set(0..<100).encode()) == Set(0..<100))
    #expect(
      errorText { try Set<Int8>.decode(from: "[1,300]") }
        == "$[1]: expected Int8, found a number out of its range (line 1, column 4)")
    #expect(
      errorText { try Set<Int>.decode(from: "{}") }
        == "$: expected an array, found an object (line 1, column 1)")
  }

  @Test func booleansAndStringsAreReadFromTheirOwnKindOnly() {
    #expect(
      errorText { try Bool.decode(from: "1") }
        == "$: expected Bool, found a number (line 1, column 1)")
    #expect(
      errorText { try Bool.decode(from: #""true""#) }
        == "$: expected Bool, found a string (line 1, column 1)")
    #expect(
      errorText { try String.decode(from: "12") }
        == "$: expected String, found a number (line 1, column 1)")
    #expect(
      errorText { try String.decode(from: "null") }
        == "$: expected String, found null (line 1, column 1)")
    #expect(
      errorText { try [Int].decode(from: #"{"0":1}"#) }
        == "$: expected an array, found an object (line 1, column 1)")
  }

  @Test func textIsKeptScalarByScalar() throws {
    for text in ["\0", "a\0b", "e\u{301}", "\u{E9}", "\u{FEFF}", "\r\n", "👩‍👩‍👧", "\u{10FFFF}", ""] {
      let read = try [String].decode(from: [text].encode())
      #expect(read.map { Array($0.unicodeScalars) } == [Array(text.unicodeScalars)])
    }
  }
}
