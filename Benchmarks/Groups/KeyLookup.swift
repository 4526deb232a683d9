import Foundation
import MirrorMap

/// What a key costs, by the number of keys in a model and of additional keys in a document.
///
/// A document is an array of objects with 5,000 known keys in all. Every value is a small number,
/// so that reading keys takes most of the time. In order, the next key is the predicted one;
/// shuffled anew for each object, it has to be looked up.
enum KeyLookup {
  static let inOrder = bySize("keys in order", isShuffled: false)
  static let shuffled = bySize("keys shuffled", isShuffled: true)

  static let requested = BenchmarkGroup(
    name: "keys requested",
    summary: "ns per key of an immutable model with 5, 50 and 250 properties",
    metric: .nanosecondsPerKey,
    baselines: ["5 properties"],
    contenders: ["5 properties", "50 properties", "250 properties"],
    goals: ["50 properties": goal, "250 properties": goal],
    prepare: { _ in
      [
        try contender("5 properties", Numbers<First5>.self, known: 5, isShuffled: false),
        try contender("50 properties", Numbers<First50>.self, known: 50, isShuffled: false),
        try contender("250 properties", Numbers<First250>.self, known: 250, isShuffled: false),
      ]
    })

  static let unknown = BenchmarkGroup(
    name: "keys unknown",
    summary: "ns per key with 50 properties and 0, 50 and 500 keys more that have none",
    metric: .nanosecondsPerKey,
    baselines: ["0 unknown"],
    contenders: ["0 unknown", "50 unknown", "500 unknown"],
    goals: ["50 unknown": goal, "500 unknown": goal],
    prepare: { _ in
      try [0, 50, 500].map {
        try contender("\($0) unknown", FiftyKeys.self, known: 50, unknown: $0, isShuffled: true)
      }
    })

  /// It must not grow; a tenth is noise.
  private static let goal = BenchmarkGroup.Goal.ratio(atLeast: 0.9)
  private static let knownKeys = 5_000
  /// In the order of declaration: the first five are those of `FiveKeys`, and so on.
  private static let keys = FiveHundredKeys.mapping.properties.map { $0.keyPaths[0][0] }

  private static func bySize(_ name: String, isShuffled: Bool) -> BenchmarkGroup {
    BenchmarkGroup(
      name: name,
      summary: "ns per key with 5, 50 and 500 properties",
      metric: .nanosecondsPerKey,
      baselines: ["5 properties"],
      contenders: ["5 properties", "50 properties", "500 properties"],
      goals: ["50 properties": goal, "500 properties": goal],
      prepare: { _ in
        [
          try contender("5 properties", FiveKeys.self, known: 5, isShuffled: isShuffled),
          try contender("50 properties", FiftyKeys.self, known: 50, isShuffled: isShuffled),
          try contender("500 properties", FiveHundredKeys.self, known: 500, isShuffled: isShuffled),
        ]
      })
  }

  private static func contender<Model: MappableValue>(
    _ name: String, _ model: Model.Type, known: Int, unknown: Int = 0, isShuffled: Bool
  ) throws -> Contender {
    let (data, expected) = document(known: known, unknown: unknown, isShuffled: isShuffled)
    try Agreement(about: "keys").requireEqual(
      [Model].decode(from: data).encodeString(), expected, "\(name): the model has lost a value")
    return Contender(name, items: knownKeys / known * (known + unknown)) {
      blackHole(try [Model].decode(from: data))
    }
  }

  /// Objects of numbers, and what models write after they have read them: known keys only, in
  /// order.
  ///
  ///     [{"payment_street":17,"session_zip_code":4,…},…]
  private static func document(
    known: Int, unknown: Int, isShuffled: Bool
  ) -> (data: Data, expected: String) {
    var random = SeededGenerator(seed: UInt64(known + unknown))
    var objects: [String] = []
    var expected: [String] = []
    for _ in 0..<knownKeys / known {
      let members = keys[..<known].map { "\"\($0)\":\(random.below(1_000))" }
      expected.append("{\(members.joined(separator: ","))}")
      // Unknown keys are as similar to the known ones as they can be.
      var all = members + keys[..<unknown].map { "\"former_\($0)\":\(random.below(1_000))" }
      if isShuffled { random.shuffle(&all) }
      objects.append("{\(all.joined(separator: ","))}")
    }
    return (
      Data("[\(objects.joined(separator: ","))]".utf8), "[\(expected.joined(separator: ","))]"
    )
  }
}

// MARK: - Immutable models

extension KeyLookup {
  private protocol Keys {
    static var keys: [String] { get }
  }

  private enum First5: Keys {
    static let keys = Array(KeyLookup.keys.prefix(5))
  }

  private enum First50: Keys {
    static let keys = Array(KeyLookup.keys.prefix(50))
  }

  private enum First250: Keys {
    static let keys = Array(KeyLookup.keys.prefix(250))
  }

  /// Requests its keys one by one, as initializers do.
  private struct Numbers<Model: Keys>: ImmutableMappable {
    private var numbers: [Int] = []

    init(from object: inout ObjectReader) throws {
      numbers.reserveCapacity(Model.keys.count)
      for key in Model.keys { numbers.append(try object.value(key)) }
    }

    func encode(to object: inout ObjectWriter) throws {
      for (key, number) in zip(Model.keys, numbers) { try object.set(number, key) }
    }
  }
}
