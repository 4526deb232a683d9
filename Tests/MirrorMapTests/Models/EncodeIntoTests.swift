import Foundation
import Testing

@testable import MirrorMap

/// Encoding into a buffer that is used again and again.
struct EncodeIntoTests {
  private struct User: Mappable {
    @Mapped var id: Int = 1
    @Mapped var name: String = "ann"
    @Mapped var score: Double?
  }

  @Test func contentOfTheBufferIsReplacedWhateverItsType() throws {
    var user = User()
    var bytes: [UInt8] = [1, 2, 3]
    var slice = bytes[1...]
    var data = Data([1, 2, 3])
    var part = data[1...]
    var contiguous = ContiguousArray<UInt8>()
    for name in ["ann", "", String(repeating: "long", count: 100_000), "bob"] {
      user.name = name
      let expected = Array(try user.encode())
      try user.encode(into: &bytes)
      try user.encode(into: &slice)
      try user.encode(into: &data)
      try user.encode(into: &part)
      try user.encode(into: &contiguous)
      #expect(bytes == expected)
      #expect(Array(slice) == expected)
      #expect(Array(data) == expected)
      #expect(Array(part) == expected)
      #expect(Array(contiguous) == expected)
      #expect(try user.encodeBytes() == expected)
      #expect(try Array(user.encodeString().utf8) == expected)
    }
  }

  @Test func memoryOfTheBufferIsKept() throws {
    var bytes: [UInt8] = []
    try Array(repeating: User(), count: 100).encode(into: &bytes)
    let capacity = bytes.capacity
    let address = bytes.withUnsafeBytes { $0.baseAddress }
    for count in [0, 1, 50, 100] {
      try Array(repeating: User(), count: count).encode(into: &bytes)
      #expect(bytes.capacity == capacity)
      #expect(bytes.withUnsafeBytes { $0.baseAddress } == address)
    }
  }

  @Test func bufferIsUnchangedIfEncodingFails() throws {
    var bytes: [UInt8] = [1, 2, 3]
    var user = User()
    user.score = .nan
    #expect(throws: MappingError.self) { try user.encode(into: &bytes) }
    #expect(throws: MappingError.self) {
      try user.encode(into: &bytes, options: [.prettyPrinted])
    }
    #expect(bytes == [1, 2, 3])
    #expect(throws: MappingError.self) { try user.encodeString() }
  }

  @Test func optionsApplyAsInOtherWaysToEncode() throws {
    var bytes: [UInt8] = []
    for options in [.prettyPrinted, .sortedKeys, .nullsIncluded] as [EncodingOptions] {
      try User().encode(into: &bytes, options: options)
      #expect(try Array(User().encode(options: options)) == bytes)
      #expect(try Array(User().encodeString(options: options).utf8) == bytes)
    }
  }

  /// A value that encodes another document while it is being written.
  private struct Nesting: MappableValue {
    var depth: Int
    static func decode(from reader: inout JSONReader) throws -> Nesting {
      Nesting(depth: try reader.decode(Int.self))
    }
    func encode(to writer: inout JSONWriter) throws {
      var inner: [UInt8] = []
      if depth > 0 { try [Nesting(depth: depth - 1)].encode(into: &inner) }
      try writer.encode(String(decoding: inner, as: UTF8.self))
    }
  }

  @Test func documentStaysWholeWhenOthersAreWrittenInsideIt() throws {
    var expected = #""""#
    for depth in 0..<6 {
      var bytes: [UInt8] = []
      try Nesting(depth: depth).encode(into: &bytes)
      #expect(String(decoding: bytes, as: UTF8.self) == expected)
      expected = try "[\(expected)]".encodeString()
    }
  }

  @Test func threadsKeepTheirOwnBuffers() async throws {
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<8 {
        group.addTask {
          var bytes: [UInt8] = []
          for count in 0..<300 {
            let values = Array(repeating: number, count: count)
            guard (try? values.encode(into: &bytes)) != nil,
              (try? [Int].decode(from: bytes)) == values, (try? values.encode()) == Data(bytes)
            else { return false }
          }
          return true
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}
