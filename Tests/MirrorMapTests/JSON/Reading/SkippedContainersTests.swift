import Testing

@testable import MirrorMap

/// Ignored containers that are compared with earlier ones, beside the plain way token by token.
@Suite struct SkippedContainersTests {
  private static let reader: UInt64 = 7

  /// Where the second of two containers ends, by comparison with the first.
  private func end(
    of second: [UInt8], after first: [UInt8], reader: UInt64 = reader, depth: Int = 5
  ) -> Int? {
    let containers = SkippedContainers()
    defer { containers.free() }
    return GuardedBytes.lend(first + second) {
      let bytes = Bytes($0)
      let start = bytes.start + first.count
      containers.remember(bytes.start, start, reader: Self.reader, depth: 5)
      return containers.end(of: start, bytes.end, reader: reader, depth: depth).map { $0 - start }
    }
  }

  private func container(_ count: Int) -> [UInt8] {
    Array("[\"".utf8) + (0..<(count - 4)).map { 0x61 + UInt8($0 % 26) } + Array("\"]".utf8)
  }

  @Test func `An equal container is found whatever its length`() {
    for count in 4...80 {
      let text = container(count)
      #expect(end(of: text, after: text) == (count < 32 ? nil : count))
      #expect(end(of: text + [0x2C, 0x31], after: text) == (count < 32 ? nil : count))
      #expect(end(of: Array(text.dropLast()), after: text) == nil)
    }
  }

  @Test func `One that differs in any byte is not`() {
    for count in [32, 33, 47, 48, 49, 64, 70] {
      let text = container(count)
      for place in text.indices {
        for bit: UInt8 in 0...7 {
          var other = text
          other[place] ^= 1 << bit
          #expect(end(of: other, after: text) == nil, "\(place) of \(count)")
        }
      }
    }
  }

  @Test func `Other readers and lower limits of depth have to look themselves`() {
    let text = container(40)
    #expect(end(of: text, after: text, reader: 8) == nil)
    #expect(end(of: text, after: text, depth: 4) == nil)
    #expect(end(of: text, after: text, depth: 6) == 40)
  }

  // MARK: In documents

  /// Where each element ends, and the error if there is one.
  private func elements(_ bytes: Bytes, depth: Int = 64, isPlain: Bool) -> [String] {
    var reader = JSONReader(bytes, maximumDepth: depth, session: nil)
    var ends: [String] = []
    do throws(MappingError) {
      guard try reader.beginArray() else { return ends }
      repeat {
        if isPlain, reader.nextKind == .array || reader.nextKind == .object {
          try reader.skipContainer()
        } else {
          try reader.skipValue()
        }
        ends.append("\(reader.cursor - reader.start)")
      } while try reader.nextElement()
    } catch {
      ends.append("\(error)")
    }
    return ends
  }

  @Test(arguments: 1...4)
  func `Arrays of equal, similar and malformed containers`(seed: UInt64) {
    for round in 0..<120 {
      var sampler = Sampler(seed: seed &* 3000 &+ UInt64(round), size: 4)
      let kinds = (0..<3).map { _ in BlockSkipperTests.container(&sampler) }
      var document: [UInt8] = [0x5B]
      for index in 0..<sampler.int(2...12) {
        var element = sampler.pick(kinds)
        if sampler.int(0...7) == 0 {
          element[sampler.int(0...(element.count - 1))] = UInt8(sampler.int(0...255))
        }
        document += (index == 0 ? [] : [0x2C]) + element
      }
      document += [0x5D]
      for depth in [2, 3, 64] {
        GuardedBytes.lend(document) {
          let bytes = Bytes($0)
          #expect(
            elements(bytes, depth: depth, isPlain: false)
              == elements(bytes, depth: depth, isPlain: true),
            "\(String(decoding: document, as: UTF8.self))")
        }
      }
    }
  }

  @Test func `Another document in the same memory is looked through anew`() {
    let element = container(50)
    var document = [0x5B] + element + [0x2C] + element + [0x5D]
    document.withUnsafeMutableBytes { memory in
      let bytes = Bytes(UnsafeRawBufferPointer(memory))
      #expect(elements(bytes, isPlain: false).count == 2)
      // A control character, twice at the same distance.
      for offset in [1, 1 + element.count + 1] { memory[offset + 30] = 0x01 }
      let found = elements(bytes, isPlain: false)
      #expect(found == elements(bytes, isPlain: true))
      #expect(found.count == 1)
    }
  }

  @Test func `A limit of depth is the same for what has been seen further up`() {
    let inner = #"{"a":[[1]],"text":"long enough to be remembered"}"#
    let document = Array("[\(inner),[\(inner)],\(inner)]".utf8)
    for depth in 1...6 {
      let (quick, plain) = GuardedBytes.lend(document) {
        (
          elements(Bytes($0), depth: depth, isPlain: false),
          elements(Bytes($0), depth: depth, isPlain: true)
        )
      }
      #expect(quick == plain)
      #expect(quick.count == (depth >= 5 ? 3 : depth == 4 ? 2 : 1))
    }
  }
}
