import Foundation
import MirrorMap

/// Arrays at the root of a document, written: models, numbers and strings.
enum RootArrays {
  private static let count = 10_000

  static let models = group("[Model]", summary: "1,000 models of nine properties, written") {
    let data = ReadingModels.array(1_000)
    return try (
      [ReadingModels.Annotated].decode(from: data),
      JSONDecoder().decode([ReadingModels.Plain].self, from: data)
    )
  }

  static let ints = group("[Int]", summary: "10,000 integers of up to nine digits, written") {
    numbers { random in random.int(in: 0...random.pick([9, 999, 99_999, 999_999_999])) }
  }

  static let doubles = group("[Double]", summary: "10,000 fractions, written") {
    numbers { random in Double(random.int(in: -1_000_000_000...1_000_000_000)) / 1_000_000 }
  }

  static let strings = group("[String]", summary: "10,000 strings of 4 to 40 characters, written") {
    numbers { random in random.word(of: random.int(in: 4...40), from: JapaneseText.letters) }
  }

  private static func numbers<Value>(
    _ make: (inout SeededGenerator) -> Value
  ) -> ([Value], [Value]) {
    var random = SeededGenerator(seed: 0xA44A)
    let values = (0..<count).map { _ in make(&random) }
    return (values, values)
  }

  private static func group<Values: MappableValue, Plain: Codable & Equatable & SendableMetatype>(
    _ name: String, summary: String, _ make: @escaping @Sendable () throws -> (Values, Plain)
  ) -> BenchmarkGroup {
    BenchmarkGroup(
      name: "root array \(name)",
      summary: summary,
      metric: .throughput,
      baselines: [Names.serialization, Names.encoder],
      contenders: [Names.serialization, Names.encoder, Names.mirrorMap],
      prepare: { _ in
        let (values, plain) = try make()
        return try contenders(values, plain, Agreement(about: "root array \(name)"))
      })
  }

  private static func contenders<Values: MappableValue, Plain: Codable & Equatable>(
    _ values: Values, _ plain: Plain, _ agreement: Agreement
  ) throws -> [Contender] {
    let output = try values.encode()
    let tree = try JSONSerialization.jsonObject(with: output)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    try agreement.requireEqual(
      JSONDecoder().decode(Plain.self, from: output), plain,
      "JSONDecoder reads something else in MirrorMap's output")
    return [
      Contender(Names.serialization, items: output.count) {
        blackHole(
          try JSONSerialization.data(withJSONObject: tree, options: .withoutEscapingSlashes))
      },
      Contender(Names.encoder, items: output.count) { blackHole(try encoder.encode(plain)) },
      Contender(Names.mirrorMap, items: output.count) { blackHole(try values.encode()) },
    ]
  }
}
