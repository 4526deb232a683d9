import Testing

@testable import MirrorMap
@testable import TestSupport

/// Three-byte sequences, five of which are validated at once.
struct UTF8RunTests {
  private func firstInvalid(_ bytes: [UInt8]) -> Int? {
    GuardedBytes.withBytes(bytes) {
      let bytes = Bytes($0)
      return UTF8Validation.firstInvalid(bytes.start, bytes.end).map { $0 - bytes.start }
    }
  }

  private static let plain: [UInt8] = [0xE6, 0x97, 0xA5]
  /// What may follow a run; the longer ones are loaded with it as a block.
  private static let tails: [[UInt8]] = [
    [], [0x22], [0xE6, 0x97, 0xA5], [UInt8](repeating: 0x61, count: 20),
  ]

  private func run(_ count: Int, _ place: Int, _ sequence: [UInt8]) -> [UInt8] {
    (0..<count).flatMap { $0 == place ? sequence : Self.plain }
  }

  /// Leads with rules of their own: E0 is followed by A0…BF, ED by 80…9F.
  @Test(arguments: [0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF] as [UInt8])
  func eachLeadByteAtEachPositionOfARun(lead: UInt8) {
    for second in UInt8(0x7E)...0xC2 {
      for third: UInt8 in [0x7F, 0x80, 0xBF, 0xC0] {
        let isFine =
          (0x80...0xBF).contains(third)
          && (lead == 0xE0 ? 0xA0...0xBF : lead == 0xED ? 0x80...0x9F : 0x80...0xBF).contains(
            second)
        for place in 0..<6 {
          let bytes = run(6, place, [lead, second, third])
          #expect(firstInvalid(bytes) == (isFine ? nil : place * 3), "\(bytes)")
        }
      }
    }
  }

  @Test func wrongByteAtEachPositionOfRunsOfAllLengths() {
    for count in [4, 5, 6, 10, 11] {
      let bytes = run(count, 0, Self.plain)
      for place in bytes.indices {
        for byte: UInt8 in [0x00, 0x61, 0x7F, 0x80, 0xBF, 0xC2, 0xE0, 0xE6, 0xED, 0xF0, 0xFF] {
          for tail in Self.tails {
            var other = bytes
            other[place] = byte
            other += tail
            #expect(firstInvalid(other) == UTF8.firstInvalid(other), "\(other)")
          }
        }
      }
    }
  }

  @Test func runsThatEndInTheMiddleOfASequence() {
    for count in 1...33 {
      for lead in Self.tails {
        let bytes = lead + Array(run(12, 3, [0xE0, 0xA0, 0x80])[..<count])
        #expect(firstInvalid(bytes) == UTF8.firstInvalid(bytes))
        #expect((firstInvalid(bytes) == nil) == (count % 3 == 0))
      }
    }
  }

  @Test(arguments: 1...4)
  func randomRuns(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<1500 {
      var bytes = (0..<Int.random(in: 1...14, using: &generator)).flatMap { _ -> [UInt8] in
        let scalar = Unicode.Scalar(UInt32.random(in: 0x800...0xFFFF, using: &generator)) ?? "日"
        return Array(String(scalar).utf8)
      }
      if Bool.random(using: &generator) {
        let place = Int.random(in: bytes.indices, using: &generator)
        bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
      }
      #expect(firstInvalid(bytes) == UTF8.firstInvalid(bytes), "\(bytes)")
    }
  }
}
