import Foundation
import Testing

@testable import MirrorMap
@testable import TestSupport

/// Strings made of two words beside those that the standard library makes.
struct ShortStringTests {
  private func make(_ bytes: [UInt8], followedBy rest: [UInt8]) -> String {
    GuardedBytes.withBytes(bytes + rest) { ShortString.make(Bytes($0).start, bytes.count) }
  }

  @Test func standardLibraryKeepsShortStringsAsExpected() {
    #expect(ShortString.isProven)
  }

  @Test func stringsOfAllLengthsAreBitwiseEqualWhateverFollows() {
    for count in 0...ShortString.maximumCount {
      for seed: UInt8 in [0x00, 0x01, 0x20, 0x41, 0x61, 0x7F] {
        let bytes = (0..<count).map { (seed &+ UInt8($0) &* 7) & 0x7F }
        for rest: UInt8 in [0x00, 0x22, 0x61, 0xFF] {
          let string = make(bytes, followedBy: [UInt8](repeating: rest, count: 16 - count))
          let expected = String(decoding: bytes, as: UTF8.self)
          #expect(
            unsafeBitCast(string, to: SIMD2<UInt64>.self)
              == unsafeBitCast(expected, to: SIMD2<UInt64>.self))
          #expect(string == expected && string.hashValue == expected.hashValue)
          #expect(Array(string.utf8) == bytes)
        }
      }
    }
  }

  @Test func shortStringsBehaveLikeAnyOtherString() {
    var strings: [String: Int] = [:]
    for number in 0..<500 {
      let bytes = Array("key \(number)".utf8)
      strings[make(bytes, followedBy: [UInt8](repeating: 0x2C, count: 16)), default: 0] += number
    }
    for number in 0..<500 { #expect(strings["key \(number)"] == number) }
    var string = make(Array("abc".utf8), followedBy: [UInt8](repeating: 0, count: 13))
    let copy = string
    string += " and much more than fits into fifteen bytes"
    #expect(copy == "abc" && string.utf8.count == 46)
    #expect(copy.uppercased() == "ABC" && copy.data(using: .utf8) == Data("abc".utf8))
  }

  @Test func decodedStringsAreAsExpectedUpToTheLastBytesOfTheInput()
    throws
  {
    for count in 0...40 {
      for character in ["a", "\u{7F}", "é", "日"] {
        let text = String(repeating: "x", count: count) + character
        for tail in ["", " ", String(repeating: " ", count: 40)] {
          let found = try GuardedBytes.withBytes(Array("[\"\(text)\"]\(tail)".utf8)) {
            try [String].decode(from: $0)
          }
          #expect(found == [text])
        }
      }
    }
  }
}
