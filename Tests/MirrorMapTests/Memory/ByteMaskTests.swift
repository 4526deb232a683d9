import Testing

@testable import MirrorMap
@testable import TestSupport

/// Masks made by vector instructions, compared with the reference implementation and with masks made
/// byte by byte.
struct ByteMaskTests {
  /// The bits of the bytes for which something holds.
  private func mask(_ bytes: [UInt8], where condition: (UInt8) -> Bool) -> UInt32 {
    bytes.indices.reduce(0) { $0 | (condition(bytes[$1]) ? 1 << UInt32($1) : 0) }
  }

  private func isStop(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x22 || byte == 0x5C }

  /// Expects the same of all ways, at both ends of readable memory.
  private func expectAgreement(_ bytes: [UInt8]) {
    for side in [GuardedBytes.Side.start, .end] {
      GuardedBytes.withBytes(bytes, at: side) {
        let start = Bytes($0).start
        let stops = mask(bytes, where: isStop)
        #expect(ByteMask.stringStops(start) == stops, "\(bytes)")
        #expect(ByteMask.plainStringStops(start) == stops, "\(bytes)")
        let others = mask(bytes) { $0 >= 0x80 }
        #expect(ByteMask.asciiStops(start) == stops | others, "\(bytes)")
        #expect(ByteMask.nonASCII(start) == others, "\(bytes)")
        #expect(ByteMask.plainNonASCII(start) == others, "\(bytes)")
        let continuations = mask(bytes) { $0 & 0xC0 == 0x80 }
        #expect(ByteMask.continuations(start) == continuations, "\(bytes)")
        #expect(ByteMask.plainContinuations(start) == continuations, "\(bytes)")
        let other = bytes.map { $0 % 3 == 0 ? $0 ^ 0x80 : $0 }
        GuardedBytes.withBytes(other, at: side) {
          let unequal = mask(bytes) { $0 % 3 == 0 }
          #expect(ByteMask.unequal(start, Bytes($0).start) == unequal, "\(bytes)")
          #expect(ByteMask.plainUnequal(start, Bytes($0).start) == unequal, "\(bytes)")
        }
        for byte: UInt8 in [0x20, 0x22, 0x5C, bytes[7]] {
          let equal = mask(bytes) { $0 == byte }
          #expect(ByteMask.equal(start, byte) == equal, "\(byte) in \(bytes)")
          #expect(ByteMask.plainEqual(start, byte) == equal, "\(byte) in \(bytes)")
        }
      }
    }
  }

  @Test func everyByteValueAtEveryPosition() {
    for neighbor: UInt8 in [0x00, 0x20, 0x61, 0x80] {
      for place in 0..<ByteMask.width {
        for byte in UInt8.min...UInt8.max {
          var bytes = [UInt8](repeating: neighbor, count: ByteMask.width)
          bytes[place] = byte
          GuardedBytes.withBytes(bytes) {
            let start = Bytes($0).start
            #expect(ByteMask.stringStops(start) == mask(bytes, where: isStop))
            #expect(ByteMask.plainStringStops(start) == mask(bytes, where: isStop))
            #expect(ByteMask.nonASCII(start) == mask(bytes) { $0 >= 0x80 })
            #expect(ByteMask.asciiStops(start) == mask(bytes) { isStop($0) || $0 >= 0x80 })
            #expect(ByteMask.plainNonASCII(start) == mask(bytes) { $0 >= 0x80 })
            #expect(ByteMask.continuations(start) == mask(bytes) { $0 & 0xC0 == 0x80 })
            #expect(ByteMask.plainContinuations(start) == mask(bytes) { $0 & 0xC0 == 0x80 })
            #expect(ByteMask.equal(start, byte) == mask(bytes) { $0 == byte })
            #expect(ByteMask.plainEqual(start, byte) == mask(bytes) { $0 == byte })
          }
        }
      }
    }
  }

  @Test(arguments: 1...4)
  func randomBytes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let near: [UInt8] = [0x00, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x5B, 0x5C, 0x5D, 0x7F, 0x80, 0xFF]
    for round in 0..<1000 {
      expectAgreement(
        (0..<ByteMask.width).map { _ in
          round.isMultiple(of: 2)
            ? UInt8.random(in: 0...255, using: &generator)
            : near.randomElement(using: &generator) ?? 0
        })
    }
  }

  @Test func maskUpToItsFirstBit() {
    #expect(ByteMask.throughFirst(0) == .max)
    #expect(ByteMask.throughFirst(1) == 1)
    #expect(ByteMask.throughFirst(0b1010_1000) == 0b1111)
    #expect(ByteMask.throughFirst(1 << 31) == .max)
  }
}
