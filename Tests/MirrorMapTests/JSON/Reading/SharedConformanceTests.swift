import Foundation
import MirrorMap
import Testing

/// The cases that lie beside the repository, if they do.
private enum SharedCases {
  struct Case: CustomTestStringConvertible {
    var suite: String
    var expectation: String
    var name: String
    var bytes: [UInt8]
    var testDescription: String { "\(suite): \(name)" }
  }

  static func lines(_ file: String) -> [Substring] {
    var folder = URL(filePath: #filePath)
    for _ in 0..<5 { folder.deleteLastPathComponent() }
    let url = folder.deletingLastPathComponent().appending(path: "shared/conformance/\(file)")
    guard let data = try? Data(contentsOf: url) else { return [] }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").filter {
      !$0.hasPrefix("#")
    }
  }

  static let cases: [Case] = lines("cases.tsv").compactMap { line in
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    guard fields.count == 4, fields[3].hasPrefix("hex:") else { return nil }
    let digits = Array(fields[3].dropFirst(4).utf8)
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
    }
    return Case(
      suite: String(fields[0]), expectation: String(fields[1]), name: String(fields[2]),
      bytes: bytes)
  }
}

@Suite struct SharedConformanceTests {
  @Test(arguments: WayOfReading.allCases)
  func `Shared cases are judged right`(way: WayOfReading) {
    var wrong: [String] = []
    for item in SharedCases.cases {
      let isAccepted = way.accepts(way.document(item.bytes))
      guard item.expectation != "either" else { continue }
      // Between brackets, nothing at all is an empty array.
      if way == .element, !JSONOracle.accepts(item.bytes) { continue }
      if isAccepted != (item.expectation == "accept") { wrong.append(item.testDescription) }
    }
    #expect(wrong.isEmpty)
  }

  @Test func `The oracle of these tests agrees with the shared cases`() {
    let wrong = SharedCases.cases.filter {
      $0.expectation != "either"
        && JSONOracle.accepts($0.bytes) != ($0.expectation == "accept")
    }
    #expect(wrong.map(\.testDescription) == [])
  }

  @Test func `Shared doubles come out bit for bit`() {
    for line in SharedCases.lines("floats.txt") {
      let parts = line.split(separator: " ")
      let bits = UInt64(parts[0], radix: 16)
      let typed = GuardedBytes.lend(Array(parts[1].utf8)) { try? Double.decode(from: $0) }
      #expect(typed?.bitPattern == bits, "\(line)")
      let untyped = try? JSONValue.decode(from: parts[1]).double
      #expect(untyped?.bitPattern == bits, "\(line)")
    }
  }

  @Test func `Shared floats come out bit for bit`() {
    for line in SharedCases.lines("floats32.txt") {
      let parts = line.split(separator: " ")
      let typed = GuardedBytes.lend(Array(parts[1].utf8)) { try? Float.decode(from: $0) }
      #expect(typed?.bitPattern == UInt32(parts[0], radix: 16), "\(line)")
    }
  }

  private func read<I: FixedWidthInteger & MappableValue>(_ type: I.Type, _ text: String) -> String
  {
    let values = GuardedBytes.lend(Array("[\(text)]".utf8)) { try? [I].decode(from: $0) }
    return values?.first.map(String.init) ?? "reject"
  }

  private func read(_ type: String, _ text: String) -> String {
    switch type {
    case "Int8": read(Int8.self, text)
    case "Int16": read(Int16.self, text)
    case "Int32": read(Int32.self, text)
    case "Int64": read(Int64.self, text)
    case "Int": read(Int.self, text)
    case "UInt8": read(UInt8.self, text)
    case "UInt16": read(UInt16.self, text)
    case "UInt32": read(UInt32.self, text)
    case "UInt64": read(UInt64.self, text)
    default: "unknown type"
    }
  }

  @Test func `Shared integers are exact or refused`() {
    for line in SharedCases.lines("ints.tsv") {
      let fields = line.split(separator: "\t").map(String.init)
      let found = read(fields[0], fields[1])
      // What may be refused as well is read here: it is an integer, however it is written.
      let expected = fields[2].hasPrefix("either:") ? String(fields[2].dropFirst(7)) : fields[2]
      #expect(found == expected, "\(line)")
    }
  }
}
