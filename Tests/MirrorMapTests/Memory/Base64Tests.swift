import Foundation
import Testing

@testable import MirrorMap
@testable import TestSupport

struct Base64Tests {
  private func decoded(_ text: String) -> Data? { JSONKey.withUTF8(text) { Base64.bytes(of: $0) } }

  @Test func bytesOfEachLength() throws {
    var random = SeededGenerator(seed: 0xB64)
    for count in Array(0..<200) + Array(500..<530) + [4_000, 70_001] {
      let data = Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
      let text = data.base64EncodedString()
      #expect(try data.encodeString() == "\"\(text)\"")
      #expect(decoded(text) == data)
      #expect(try Data.decode(from: "\"\(text)\"") == data)
    }
  }

  @Test func everyCharacter() {
    for character in 0...127 as ClosedRange<UInt8> where character != UInt8(ascii: "=") {
      for place in 0..<8 {
        var text = Array("QUJDREVG".utf8)
        text[place] = character
        let string = String(decoding: text, as: UTF8.self)
        #expect(decoded(string) == Data(base64Encoded: string), "\(string)")
      }
    }
  }

  /// Vectors take 32 characters at most, and the rest is read by groups.
  @Test func everyByteInVectors() {
    let text = Array(repeating: UInt8(ascii: "k"), count: 140)
    for place in 0..<text.count {
      for byte in UInt8.min...UInt8.max where byte != UInt8(ascii: "=") {
        var text = text
        text[place] = byte
        let bytes = text.withBytes { Base64.bytes(of: $0) }
        #expect(bytes == Data(base64Encoded: Data(text)), "\(byte) at \(place)")
      }
    }
  }

  @Test func referenceImplementation() {
    var random = SeededGenerator(seed: 0xB65)
    for count in 1..<200 {
      let data = Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
      var text = Array(data.base64EncodedString().utf8)
      var output = [UInt8](repeating: 0, count: count)
      func isRead() -> Bool {
        text.withBytes { text in
          unsafe output.withUnsafeMutableBytes { unsafe Base64.readGroups(text, from: 0, to: $0) }
        }
      }
      #expect(isRead())
      #expect(output == Array(data))
      text[Int.random(in: 0..<(count + 2) / 3, using: &random)] = UInt8(ascii: ".")
      #expect(!isRead())
    }
  }

  @Test func referenceImplementationOfWriting() {
    var random = SeededGenerator(seed: 0xB66)
    for count in 0..<200 {
      let data = Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
      var text = [UInt8](repeating: 0, count: Base64.count(count))
      data.withUnsafeBytes { bytes in
        text.withUnsafeMutableBufferPointer { text in
          guard let output = text.baseAddress else { return }
          unsafe Base64.writeGroups(bytes, from: 0, to: output)
        }
      }
      #expect(String(decoding: text, as: UTF8.self) == data.base64EncodedString())
    }
  }

  /// Each value of six bits, at each place of a vector.
  @Test func everyCharacterIsWritten() throws {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    for shift in 0..<64 {
      let text = String((0..<64).map { alphabet[($0 + shift) % 64] })
      #expect(try Data(base64Encoded: text)?.encodeString() == "\"\(text)\"")
    }
  }

  /// The last bytes of memory that may be read.
  @Test func nothingIsReadAfterTheBytes() {
    for count in 1..<100 {
      GuardedBytes.withBytes(Array(repeating: 0x6B, count: count)) { bytes in
        var text = [UInt8](repeating: 0, count: Base64.count(count))
        text.withUnsafeMutableBufferPointer { text in
          guard let output = text.baseAddress else { return }
          unsafe Base64.write(bytes, to: output)
        }
        #expect(Data(base64Encoded: Data(text)) == Data(bytes))
      }
    }
  }

  @Test(arguments: [
    "=", "==", "====", "A===", "AA=A", "AAA", "AAAAA", "AA==AAAA", "A=A=", "AAA=A", "é===",
  ])
  func misplacedPadding(text: String) {
    #expect(decoded(text) == nil)
    #expect(throws: MappingError.self) { try Data.decode(from: "\"\(text)\"") }
  }
}
