import Foundation
import MirrorMapStore
import Testing

struct ColumnValueTests {
  @Test func equalValuesHaveTheSameHash() {
    #expect(Set<ColumnValue>([.real(0), .real(-0.0)]).count == 1)
    #expect(Set<ColumnValue>([.text("\u{E9}"), .text("e\u{301}")]).count == 2)
    let bytes = Data((0..<40).map { UInt8($0) })
    #expect(Set<ColumnValue>([.blob(bytes[8..<24]), .blob(Data(8..<24))]).count == 1)
    let text = "a text of some length, \u{E9}"
    #expect(
      Set<ColumnValue>([.text(text), .text(String(text + "b").dropLast().description)]).count == 1)
    let kinds: Set<ColumnValue> = [
      .null, .integer(0), .real(0), .text(""), .blob(Data()), .text("\0"), .blob(Data([0])),
    ]
    #expect(kinds.count == 7)
  }

  @Test func manyAccentsInARow() {
    // To sort them, as `String` does for its hash, takes quadratic time.
    let marks = "a" + String(repeating: "\u{316}\u{301}", count: 200_000)
    #expect(Set<ColumnValue>([.text(marks), .text(marks + "b"), .text(marks)]).count == 2)
  }

  @Test func bytesThatBeginAlike() {
    let start = [UInt8](repeating: 1, count: 90)
    let values: [ColumnValue] = (0..<100_000).map { number in
      .blob(Data(start + Array("\(number)".utf8)))
    }
    #expect(Set(values).count == values.count)
  }
}
