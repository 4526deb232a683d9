import Foundation
import MirrorMap

/// What the features of models and mappers cost, against plain models of the same data.
enum Features {
  static let all: [BenchmarkGroup] =
    [
      group("decodeReporting", 0.8) {
        [PlainMember].decodeReporting(from: $0.plain).value?.total
      },
      group("lenient", 0.8) {
        try [PlainMember].decode(from: $0.plain, using: mapper { $0.failurePolicy = .lenient })
          .total
      },
      group("lossy", 0.8) {
        try [PlainMember].decode(from: $0.plain, using: mapper { $0.failurePolicy = .lossy }).total
      },
      group("unknownKeys = .reject", 0.8) {
        try [PlainMember].decode(from: $0.plain, using: mapper { $0.unknownKeys = .reject }).total
      },
      group("keyStrategy = .snakeCase", 0.85) {
        try [NamedMember].decode(from: $0.plain, using: mapper { $0.keyStrategy = .snakeCase })
          .total
      },
      group("keyStrategy = .caseInsensitive", 0.7) {
        let mapper = mapper { $0.keyStrategy = .caseInsensitive(.snakeCase) }
        return try [NamedMember].decode(from: $0.uppercase, using: mapper).total
      },
      group("DecodeCompleting", 0.75) { try [CompletedMember].decode(from: $0.plain).total },
      group("DecodeValidating", 0.6) { try [ValidatedMember].decode(from: $0.plain).total },
      group("@Flattened", 0.8) { try [FlattenedMember].decode(from: $0.plain).total },
      group("@Flattened in @Flattened", 0.7) { try [FlattenedTree].decode(from: $0.plain).total },
      group("@Flattened beside @Extras", 0.5) {
        try [FlattenedExtras].decode(from: $0.plain).total
      },
      group("@Flattened in a class", 0.3) { try [FlattenedObject].decode(from: $0.plain).total },
      encoding("@Flattened", 0.6, FlattenedMember.self),
      group("@Extras", 0.6) { try [ExtrasMember].decode(from: $0.plain).total },
      group("at: a key path", 0.85) {
        try [PlainMember].decode(from: $0.wrapped, at: "data.items").total
      },
      group("alternative keys", 0.6) { try [RenamedMember].decode(from: $0.plain).total },
      group("a second key", 0.6) { try [RetitledMember].decode(from: $0.plain).total },
      group("second keys", 0.3) { try [FormerMember].decode(from: $0.plain).total },
      group("wildcards", 0.5) {
        let lists = try MemberLists.decode(from: $0.wrapped)
        return (lists.memberIDs + lists.houseNumbers).reduce(0, +)
      },
      group("a key path beside its object", 0.6) {
        try [OverlappingMember].decode(from: $0.plain).total
      },
      encoding("a key path beside its object", 0.5, OverlappingMember.self),
      updating, patching,
      coercion,
    ] + objects

  /// Models with a feature, encoded.
  private static func encoding<Feature: Mappable & SendableMetatype>(
    _ name: String, _ goal: Double, _ type: Feature.Type
  ) -> BenchmarkGroup {
    BenchmarkGroup(
      name: "feature \(name) encode",
      summary: "1,000 objects of ten members, and plain models of them, encoded",
      metric: .throughput,
      baselines: ["plain"],
      contenders: ["plain", "feature"],
      goals: ["feature": .ratio(atLeast: goal)],
      prepare: { _ in
        let data = try Documents(count: 1_000).plain
        let plain = try [PlainMember].decode(from: data)
        let featured = try [Feature].decode(from: data)
        try Agreement(about: "\(name) encode").requireEqual(
          featured.encode(options: .sortedKeys), plain.encode(options: .sortedKeys),
          "the models with the feature are encoded as other members")
        return [
          Contender("plain", items: data.count) { blackHole(try plain.encode()) },
          Contender("feature", items: data.count) { blackHole(try featured.encode()) },
        ]
      })
  }

  /// Documents read into a model that is there.
  private static let updating = BenchmarkGroup(
    name: "feature update(from:)",
    summary: "1,000 documents of an object with ten members, decoded and read into a model",
    metric: .throughput,
    baselines: ["plain"],
    contenders: ["plain", "feature"],
    goals: ["feature": .ratio(atLeast: 0.4)],
    prepare: { _ in
      let members = try [PlainMember].decode(from: Documents(count: 1_000).plain)
      let documents = try members.map { try $0.encode() }
      let size = documents.reduce(0) { $0 + $1.count }
      var model = members[0]
      for (document, member) in zip(documents, members) {
        try model.update(from: document)
        try Agreement(about: "update(from:)").requireEqual(
          [model].total, [member].total, "an update leaves another member")
      }
      return [
        Contender("plain", items: size) {
          for document in documents { blackHole(try PlainMember.decode(from: document)) }
        },
        Contender("feature", items: size) {
          for document in documents { try model.update(from: document) }
          blackHole(model)
        },
      ]
    })

  /// Patches of objects in which a member has changed, against encoding both states, which a patch needs in any case.
  private static let patching = BenchmarkGroup(
    name: "feature mergePatch(since:)",
    summary: "1,000 objects of which one member has changed: both states encoded, and patches",
    metric: .throughput,
    baselines: ["plain"],
    contenders: ["plain", "feature"],
    goals: [:],
    prepare: { _ in
      let earlier = try [PlainMember].decode(from: Documents(count: 1_000).plain)
      let members = earlier.map { member in
        var changed = member
        changed.visitCount += 1
        return changed
      }
      let states = Array(zip(earlier, members))
      let size = try members.reduce(0) { try $0 + $1.encode().count }
      for (before, after) in states {
        try Agreement(about: "mergePatch(since:)").requireEqual(
          String(decoding: after.mergePatch(since: before), as: UTF8.self),
          #"{"visit_count":\#(after.visitCount)}"#, "a patch changes something else")
      }
      return [
        Contender("plain", items: size) {
          for (before, after) in states {
            blackHole(try before.encode())
            blackHole(try after.encode())
          }
        },
        Contender("feature", items: size) {
          for (before, after) in states { blackHole(try after.mergePatch(since: before)) }
        },
      ]
    })

  /// Numbers in texts; `JSONDecoder` reads the texts, and code by hand converts them.
  private static let coercion = BenchmarkGroup(
    name: "feature coercion of text",
    summary: "an array of 10,000 numbers in texts",
    metric: .throughput,
    baselines: [Names.decoder],
    contenders: [Names.decoder, Names.mirrorMap],
    goals: [Names.mirrorMap: .ratio(atLeast: 10)],
    prepare: { _ in
      let data = try JSONEncoder().encode((0..<10_000).map { String($0 * 7_919) })
      let decoder = JSONDecoder()
      let mapper = mapper { $0.coercion = .lossless }
      func byHand() throws -> [Int] {
        try decoder.decode([String].self, from: data).compactMap { Int($0) }
      }
      try Agreement(about: "coercion").requireEqual(
        [Int].decode(from: data, using: mapper), byHand(), "the coercion reads other numbers")
      return [
        Contender(Names.decoder, items: data.count) { blackHole(try byHand()) },
        Contender(Names.mirrorMap, items: data.count) {
          blackHole(try [Int].decode(from: data, using: mapper))
        },
      ]
    })

  #if Foundation
    /// The objects of `JSONSerialization`, against making them.
    private static let objects = [
      BenchmarkGroup(
        name: "feature decode(fromObject:)",
        summary: "1,000 objects of ten members, and JSONSerialization, which parses their document",
        metric: .throughput,
        baselines: [Names.serialization],
        contenders: [Names.serialization, Names.mirrorMap],
        goals: [Names.mirrorMap: .ratio(atLeast: 1)],
        prepare: { _ in
          let data = try Documents(count: 1_000).plain
          func object() throws -> Any { try JSONSerialization.jsonObject(with: data) }
          try Agreement(about: "decode(fromObject:)").requireEqual(
            [PlainMember].decode(fromObject: object()).total,
            [PlainMember].decode(from: data).total, "the objects decode to other members")
          return [
            Contender(Names.serialization, items: data.count) { blackHole(try object()) },
            Contender(Names.mirrorMap, items: data.count) { [object = try object()] in
              blackHole(try [PlainMember].decode(fromObject: object).total)
            },
          ]
        })
    ]
  #else
    private static let objects: [BenchmarkGroup] = []
  #endif

  /// The documents, which have the same members.
  private struct Documents {
    let plain: Data
    /// With keys in uppercase.
    let uppercase: Data
    /// Inside of other objects.
    let wrapped: Data

    init(count: Int) throws {
      var random = SeededGenerator(seed: 0xFEA7)
      let letters = Array("abcdefghijklmnopqrstuvwxyz")
      let members = (0..<count).map { number in
        var member = PlainMember()
        member.memberID = number
        member.fullName = random.word(of: 14, from: letters)
        member.emailAddress = random.word(of: 9, from: letters) + "@example.org"
        member.isActive = number % 3 > 0
        member.lastScore = Double(random.int(in: 0...9_999)) / 8
        member.nickName = random.word(of: 6, from: letters)
        member.visitCount = random.int(in: 0...999)
        member.groupNames = ["chess", "running"]
        member.homeAddress = PlainMember.Address()
        member.homeAddress.streetName = random.word(of: 12, from: letters)
        member.homeAddress.houseNumber = random.int(in: 1...200)
        member.homeAddress.zipCode = "\(random.int(in: 10_000...99_999))"
        return member
      }
      plain = try members.encode()
      let text = String(decoding: plain, as: UTF8.self)
      uppercase = Data(text.replacing(/"[a-z]+_[a-z]+":/) { $0.output.uppercased() }.utf8)
      wrapped = Data(#"{"data": {"items": \#(text)}}"#.utf8)
    }
  }

  private static func mapper(_ configure: (inout Mapper) -> Void) -> Mapper {
    var mapper = Mapper.default
    configure(&mapper)
    return mapper
  }

  /// - Parameter total: what the documents' members add up to.
  private static func group(
    _ name: String, _ goal: Double, _ total: @escaping @Sendable (Documents) throws -> Int?
  ) -> BenchmarkGroup {
    BenchmarkGroup(
      name: "feature \(name)",
      summary: "1,000 objects of ten members, one of which is an object, and plain models of them",
      metric: .throughput,
      baselines: ["plain"],
      contenders: ["plain", "feature"],
      goals: ["feature": .ratio(atLeast: goal)],
      prepare: { _ in
        let documents = try Documents(count: 1_000)
        try Agreement(about: name).requireEqual(
          total(documents), [PlainMember].decode(from: documents.plain).total,
          "the feature decodes other members")
        return [
          Contender("plain", items: documents.plain.count) {
            blackHole(try [PlainMember].decode(from: documents.plain).total)
          },
          Contender("feature", items: documents.plain.count) { blackHole(try total(documents)) },
        ]
      })
  }
}

extension [NamedMember] {
  fileprivate var total: Int { reduce(0) { $0 + $1.memberId + $1.homeAddress.houseNumber } }
}

extension Array where Element: Member {
  fileprivate var total: Int { reduce(0) { $0 + $1.memberID + $1.homeAddress.houseNumber } }
}
