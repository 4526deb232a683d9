import Foundation
import MirrorMap
import Testing

@testable import TestSupport

private typealias Everything = RoundTripModels.Everything

/// Models come back from JSON as they were, and documents from models.
struct ModelRoundTripTests {
  private static let options: [EncodingOptions] = (0..<32).map { EncodingOptions(rawValue: $0) }

  private static let mappers: [Mapper] = {
    let strategies: [any KeyStrategy] = [
      StandardKeys.snakeCase, StandardKeys.kebabCase, StandardKeys.caseInsensitive,
      StandardKeys.caseInsensitive(.snakeCase), StandardKeys.unchanged,
    ]
    var mappers = strategies.map { strategy in
      var mapper = Mapper()
      mapper.keyStrategy = strategy
      return mapper
    }
    mappers[0].duplicateKeys = .last
    mappers[1].setTransform(.decimalText)
    mappers[2].failurePolicy = .lossy
    mappers[4].coercion = .lossless
    mappers[4].setTransform(.base64URL)
    return mappers + [.default]
  }()

  /// What differs between two models; nil if nothing does.
  private static func difference(_ one: Everything, _ other: Everything) throws -> String? {
    if one == other, one.numbers.bits == other.numbers.bits { return nil }
    let trees = try [one, other].map {
      try JSONValue.decode(from: $0.encode(options: .nullsIncluded)).sortingSets
    }
    return trees[0].difference(from: trees[1]) ?? "the JSON is the same, the models are not"
  }

  @Test(arguments: 0..<6)
  func writtenModelReadsBackEqualWithEveryOptionAndMapper(_ index: Int) {
    let mapper = Self.mappers[index]
    Property(seed: UInt64(index), rounds: 40) {
      ($0.everything(), $0.pick(Self.options))
    } fault: { model, options in
      let data = try model.encode(options: options, using: mapper)
      let copy = try Everything.decode(from: data, using: mapper)
      return try Self.difference(model, copy).map { "\(options) \($0)" }
    }.check()
  }

  @Test func roundTripsThroughUntypedValuesFoundationObjectsAndAKeyPath() {
    Property(seed: 200) {
      [$0.everything(), $0.everything()]
    } fault: { models in
      let tree = try JSONValue.decode(from: models.encode())
      let copies = [
        try [Everything].decode(from: tree.encode(options: .prettyPrinted)),
        try [Everything].decode(from: ["x": [tree]].encodeString(), at: "x.0"),
        try JSONView(models.encodeString()).decode([Everything].self),
      ]
      return copies.allSatisfy { $0 == models } ? nil : "\(models)"
    }.check()
  }

  @Test func updateWithAllOfAnotherModelMakesThatModel() {
    Property(seed: 300) {
      ($0.everything(), $0.everything())
    } fault: { old, new in
      // An update keeps existing members of dictionaries and extras, so the old model gets the new ones first.
      var (old, copy) = (old, old)
      (old.partsByName, old.badge) = (new.partsByName, new.badge)
      old.hexes = new.hexes
      old.numbers.counts = new.numbers.counts
      old.json = new.json
      old.others = new.others
      // An update doesn't change absent properties, so nulls are encoded.
      copy = try Everything.decode(from: old.encode())
      try copy.update(from: new.encode(options: .nullsIncluded))
      return try Self.difference(new, copy)
    }.check()
  }

  @Test(arguments: 0..<6)
  func valuesAbsenceAndNullAreWrittenAsRead(_ index: Int) {
    let mapper = Self.mappers[index]
    Property(seed: UInt64(400 + index)) { sampler in
      let text = try sampler.everything().encodeString(options: .nullsIncluded, using: mapper)
      // Constants do not keep apart what is null and what is absent.
      let tree = try JSONValue.decode(from: text).withoutNulls(named: "inner")
      return sampler.droppingNulls(tree)
    } fault: { (document: JSONValue) in
      let model = try Everything.decode(from: document.encode(), using: mapper)
      let written = try JSONValue.decode(from: model.encode(using: mapper))
      return document.sortingSets.difference(from: written.sortingSets)
    }.check()
  }

  @Test func writtenTextIsStableByteForByte() {
    Property(seed: 500) {
      try $0.everything().encode(options: .sortedKeys)
    } fault: { data in
      let model = try Everything.decode(from: data)
      // Sets have no order of their own.
      guard model.kinds.count < 2 else { return nil }
      return try model.encode(options: .sortedKeys) == data
        ? nil : String(decoding: data, as: UTF8.self)
    }.check()
  }

  @Test func truncatedDocumentIsAnErrorNeverAModel() {
    Property(seed: 600, rounds: 3, maximumSize: 4) {
      try $0.everything().encodeBytes()
    } fault: { bytes in
      for length in 0..<bytes.count {
        let error = mappingError { try Everything.decode(from: bytes[..<length]) }
        guard error?.code.isSyntax == true else {
          return "cut off at \(length): \(error?.description ?? "no error")"
        }
      }
      return nil
    }.check()
  }
}

extension Sampler {
  /// The same without some of the nulls of objects: where optional properties may be null or absent.
  /// What is untyped stays as it is.
  fileprivate mutating func droppingNulls(_ document: JSONValue) -> JSONValue {
    guard case .object(let object) = document else { return document }
    var result = JSONObject()
    for (key, value) in object {
      // Keeps nulls of untyped values and extras, and those inside the objects of flattened models, which
      // are present if one of their keys is.
      if value.isNull, bool(), key != "json", !key.hasPrefix("extra") { continue }
      result[key] =
        ["identity", "numbers", "maybe", "dates"].contains(key) ? droppingNulls(value) : value
    }
    return .object(result)
  }
}

extension JSONValue {
  /// The same without members of a name that are null, at any depth.
  fileprivate func withoutNulls(named name: String) -> JSONValue {
    switch self {
    case .array(let elements): return .array(elements.map { $0.withoutNulls(named: name) })
    case .object(let object):
      var result = JSONObject()
      for (key, value) in object where key != name || !value.isNull {
        result[key] = value.withoutNulls(named: name)
      }
      return .object(result)
    default: return self
    }
  }

  /// The same with the elements of the set in an order of their own.
  fileprivate var sortingSets: JSONValue {
    guard case .object(var object) = self, case .array(let kinds)? = object["kinds"] else {
      return self
    }
    object["kinds"] = .array(kinds.sorted { "\($0)" < "\($1)" })
    return .object(object)
  }
}
