import Testing

@testable import MirrorMap
@testable import TestSupport

/// Ignored values, skipped in blocks and token by token.
struct SkippingTests {
  /// Where each element ends, and the error if there is one.
  private func elements(_ bytes: Bytes, depth: Int = 64, isPlain: Bool) -> [String] {
    var reader = JSONReader(bytes, maximumDepth: depth, session: nil)
    var ends: [String] = []
    do throws(MappingError) {
      guard try reader.beginArray() else { return ends }
      repeat {
        if isPlain, reader.nextKind == .array || reader.nextKind == .object {
          try reader.skipRest(from: .init(position: reader.cursor))
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
  func arraysOfEqualSimilarAndMalformedContainers(seed: UInt64) {
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
        GuardedBytes.withBytes(document) {
          let bytes = Bytes($0)
          #expect(
            elements(bytes, depth: depth, isPlain: false)
              == elements(bytes, depth: depth, isPlain: true),
            "\(String(decoding: document, as: UTF8.self))")
        }
      }
    }
  }

  @Test func depthLimitIsTheSameAtAllLevels() {
    let inner = #"{"a":[[1]],"text":"some text in a container"}"#
    let document = Array("[\(inner),[\(inner)],\(inner)]".utf8)
    for depth in 1...6 {
      let (quick, plain) = GuardedBytes.withBytes(document) {
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
