import Testing

@testable import MirrorMap
@testable import TestSupport

/// The hash table of keys against a plain search.
struct KeyTableTests {
  private func table(_ keys: [String]) -> KeyTable {
    KeyTable(keys.enumerated().map { ($1, $0 * 7) })
  }

  /// The entry of a key whose last byte is the last one that can be read.
  private func index(_ key: String, in table: KeyTable) -> Int {
    GuardedBytes.withBytes(Array(key.utf8)) { table.index(of: Bytes($0)) }
  }

  private func check(_ keys: [String], strangers: [String]) {
    let table = table(keys)
    for (position, key) in keys.enumerated() {
      #expect(index(key, in: table) == position, "\(key)")
      #expect(table.entries[position].number == position * 7)
    }
    for key in strangers where !keys.contains(key) {
      #expect(index(key, in: table) == -1, "\(key)")
    }
  }

  @Test func keysOfAllLengthsAreFoundAndNoOthers() {
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789ABCDE")
    let keys = (0...40).map { String(letters.prefix($0)) }
    let strangers = keys.dropFirst().flatMap { key in
      key.indices.map { place in
        var other = key
        other.replaceSubrange(place...place, with: "#")
        return other
      }
    }
    check(keys, strangers: strangers)
  }

  @Test(arguments: [1, 3, 7, 8, 9, 15, 16, 17, 23, 24, 25, 33])
  func keysThatDifferInOneByteAreDistinct(length: Int) {
    let base = [UInt8](repeating: 0x61, count: length)
    let keys = (0..<length).map { place in
      var bytes = base
      bytes[place] = 0x62
      return String(decoding: bytes, as: UTF8.self)
    }
    check(keys, strangers: [String(decoding: base, as: UTF8.self)] + keys.map { $0 + "a" })
  }

  @Test func keysThatShareStartAndEndAreDistinct() {
    let keys = (0..<60).map { "a_common_prefix_\($0 + 100)_a_common_suffix" }
    check(keys, strangers: (200..<260).map { "a_common_prefix_\($0)_a_common_suffix" })
  }

  @Test func fiveHundredRandomKeysAreFound() {
    var generator = SeededGenerator(seed: 500)
    var keys: [String] = []
    while keys.count < 500 {
      let length = Int.random(in: 0...40, using: &generator)
      let letters = ["a", "b", "é", "中", "0", "_", "\u{0}"]
      let key = (0..<length).map { _ in letters.randomElement(using: &generator) ?? "" }.joined()
      if !keys.contains(where: { $0.utf8.elementsEqual(key.utf8) }) { keys.append(key) }
    }
    check(keys, strangers: keys.flatMap { [$0 + "a", String($0.dropLast())] })
  }

  @Test func keysThatEndInZeroBytesAreDistinguishedByLength() {
    check(
      ["a", "a\0", "a\0\0", "", "\0", "\0\0\0\0\0\0\0", "\0\0\0\0\0\0\0\0"],
      strangers: ["\0\0", "a\0\0\0", "\0\0\0\0\0\0"])
  }

  @Test(arguments: 0...40)
  func expectedKeyIsRecognizedOnlyInQuotes(length: Int) {
    let key = String(repeating: "k", count: length)
    let table = table([key])
    let texts = [
      "\"\(key)\":1, \"more\": 2", "\"\(key)\"", "\"\(key)k\":1, \"more\": 2",
      "\"\(key.dropLast())\":1, \"more\": 2", "\"\(key)", "\(key)\"", "\"\(key)\\\"",
      "\"\(key.dropLast())x\":1, \"more\": 2", "x\(key)\"     ",
    ]
    for text in texts {
      let found = GuardedBytes.withBytes(Array(text.utf8) + [0x20]) {
        table.isNext(0, at: Bytes($0).start, Bytes($0).end)
      }
      // Near the input's end the slow way is taken.
      let isThere = text.utf8.starts(with: "\"\(key)\"".utf8)
      if found { #expect(isThere, "\(text)") }
      if isThere, text.utf8.count + 1 > max(length + 1, 8) { #expect(found, "\(text)") }
    }
  }
}
