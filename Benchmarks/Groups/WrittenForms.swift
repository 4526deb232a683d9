import Foundation
import MirrorMap

/// Values that some writers spell in a longer way: texts full of escapes, numbers with a space after the comma.
enum WrittenForms {
  static let all =
    [
      escapes("letters") { random in escape(UInt16(random.int(in: 0x3041...0x3096))) },
      escapes("pairs") { random in
        escape(0xD83D) + escape(UInt16(0xDE00 + random.int(in: 0...0x4F)))
      },
      escapes("some") { random in
        random.chance(20) ? escape(UInt16(random.int(in: 0xE0...0xFF))) : "a"
      },
    ] + [
      spacedNumbers("Int") { random in random.int(in: 0...99_999) },
      spacedNumbers("Double") { random in Double(random.int(in: 0...9_999_999)) / 1000 },
    ]

  // MARK: Escapes

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  private static func escapes(
    _ name: String, _ piece: @escaping @Sendable (inout SeededGenerator) -> String
  ) -> BenchmarkGroup {
    BenchmarkGroup(
      name: "escapes [\(name)]",
      summary:
        "1,000 texts of 40 characters, written as \\uXXXX: all, as pairs, or a fifth of them",
      metric: .throughput,
      baselines: [Names.decoder, Names.serialization],
      contenders: [Names.serialization, Names.decoder, Names.mirrorMap],
      goals: [Names.mirrorMap: .ratio(atLeast: 5)],
      prepare: { workbench in
        var random = SeededGenerator(seed: 0xE5C)
        let texts = (0..<1_000).map { _ in
          "\"" + (0..<40).map { _ in piece(&random) }.joined() + "\""
        }
        let data = Data("[\(texts.joined(separator: ","))]".utf8)
        let decoder = JSONDecoder()
        if workbench.wantsChecks {
          try Agreement(about: "escapes").requireEqual(
            [String].decode(from: data), decoder.decode([String].self, from: data),
            "MirrorMap and JSONDecoder disagree")
        }
        return [
          Contender(Names.serialization, items: data.count) {
            blackHole(try JSONSerialization.jsonObject(with: data))
          },
          Contender(Names.decoder, items: data.count) {
            blackHole(try decoder.decode([String].self, from: data))
          },
          Contender(Names.mirrorMap, items: data.count) {
            blackHole(try [String].decode(from: data))
          },
        ]
      })
  }

  // MARK: Numbers

  private static func spacedNumbers<Number: MappableValue & Codable & Equatable>(
    _ name: String, _ make: @escaping @Sendable (inout SeededGenerator) -> Number
  ) -> BenchmarkGroup {
    let (compact, spaced) = ("MirrorMap, 1,2", "MirrorMap, 1, 2")
    return BenchmarkGroup(
      name: "number arrays spaced [\(name)]",
      summary: "an array of 10,000 numbers, without and with a space after each comma",
      metric: .nanosecondsPerNumber,
      baselines: [compact],
      contenders: [compact, spaced],
      goals: [spaced: .ratio(atLeast: 0.95)],
      prepare: { _ in
        var random = SeededGenerator(seed: 0x5AC)
        let numbers = (0..<10_000).map { _ in make(&random) }
        let text = try numbers.encodeString()
        let spacedText = text.replacing(",", with: ", ")
        try Agreement(about: "number arrays spaced").requireEqual(
          [Number].decode(from: spacedText), numbers, "the space changes the numbers")
        return [(compact, text), (spaced, spacedText)].map { name, text in
          let data = Data(text.utf8)
          return Contender(name, items: numbers.count) {
            blackHole(try [Number].decode(from: data))
          }
        }
      })
  }
}
