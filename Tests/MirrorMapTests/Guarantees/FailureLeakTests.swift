import Foundation
import MirrorMap
import Testing

@testable import TestSupport

/// Whatever fails half way leaves nothing behind, and releases nothing twice: each object that a
/// decode has made is gone when it has thrown, and there once when it has not.
struct FailureLeakTests {
  private static let bytes = Array(TrackedModels.text.utf8)

  /// Does something with the document as a struct and as an object, and expects nothing to be left.
  private func decode(
    _ text: [UInt8], _ what: @autoclosure () -> String, _ way: TrackedWay = .decode
  ) {
    for isObject in [false, true] {
      Ledger.keep { ledger in
        way.run(text, isObject: isObject)
        #expect(ledger.live == 0, "\(isObject ? "object" : "struct"), \(way), \(what())")
      }
    }
  }

  @Test func documentWithoutFaultsMakesWhatItHolds() throws {
    func check<Model: Mappable>(_ type: Model.Type) throws {
      // The plan's prototypes are made before.
      try type.validateMapping()
      try Ledger.keep { ledger in
        var models = [try type.decode(from: Self.bytes)]
        #expect(ledger.live == TrackedModels.count)
        models.append(try type.decode(from: Self.bytes))
        #expect(try !models[0].encode().isEmpty)
        #expect(ledger.live == 2 * TrackedModels.count)
        models.removeFirst()
        #expect(ledger.live == TrackedModels.count)
        models = []
        #expect(ledger.live == 0)
        #expect(ledger.made > 2 * TrackedModels.count)
      }
    }
    try check(TrackedModels.Whole.self)
    try check(TrackedModels.WholeObject.self)
  }

  @Test(arguments: TrackedWay.allCases)
  func noWayOfDecodingKeepsAnything(way: TrackedWay) {
    decode(Self.bytes, "whole", way)
  }

  @Test func documentsThatEndAnywhere() {
    for count in Self.bytes.indices { decode(Array(Self.bytes[..<count]), "\(count)") }
  }

  @Test(arguments: [UInt8(ascii: "\""), UInt8(ascii: "]"), UInt8(ascii: "-"), 0xFF])
  func documentsWithAnotherByteAnywhere(byte: UInt8) {
    for index in Self.bytes.indices {
      var text = Self.bytes
      text[index] = byte
      decode(text, "\(index)")
    }
  }

  /// Wrong types, values that fail when they have been made, members that are absent or twice there:
  /// at each place of the document, in each way of decoding.
  @Test(arguments: TrackedWay.allCases)
  func valuesThatFailAnywhere(way: TrackedWay) throws {
    let document = try MutableDocument(TrackedModels.text)
    for spoilt in document.spoilt(with: ["-1", #""""#, "[]"]) {
      decode(Array(spoilt.text.utf8), spoilt.text, way)
    }
  }

  @Test func writingThatFailsAnywhere() throws {
    let document = try MutableDocument(TrackedModels.text)
    for spoilt in document.spoilt(with: ["13", #""d""#]) {
      Ledger.keep { ledger in
        if let model = try? TrackedModels.Whole.decode(from: spoilt.text) {
          _ = try? model.encode()
        }
        if let model = try? TrackedModels.WholeObject.decode(from: spoilt.text) {
          _ = try? model.encode(options: .prettyPrinted)
          _ = try? model.encodeObject()
        }
        #expect(ledger.live == 0, "\(spoilt.text)")
      }
    }
  }

  @Test func instancesThatAreProvidedStayAndNoOthers() throws {
    try Provided.validateMapping()
    Ledger.keep { ledger in
      let kept = Provided()
      kept.value = Tracked(1)
      let context = MappingContext(Known(instance: kept))
      for text in [
        #"[{"id":7,"value":2}]"#, #"[{"id":7,"value":-1}]"#, #"[{"id":7,"value":3},{}]"#,
      ] {
        _ = try? [Provided].decode(from: text, context: context)
        #expect(ledger.live == 1, "\(text)")
      }
      #expect(kept.value.number == 3)
    }
  }

  @Test func plansKeepNothingOfThePrototypes() throws {
    struct Fresh: Mappable {
      @Mapped var value = Tracked(1)
      @Mapped var list: [Tracked] = [Tracked(2), Tracked(3)]
      var other = Tracked(4)
    }
    try Ledger.keep { ledger in
      try Fresh.validateMapping()
      #expect(ledger.live == 0 && ledger.made == 8)
    }
  }

  @Test func declarationsThatFailAreTriedOnceAndKeepNothing() {
    struct Twins: Mappable {
      @Mapped("a") var value = Tracked(1)
      @Mapped("a") var other = Tracked(2)
    }
    Ledger.keep { ledger in
      for _ in 0..<3 { _ = mappingError { try Twins.decode(from: "{}") } }
      #expect(ledger.live == 0 && ledger.made == 4)
    }
  }

  @Test func errorsAndViewsKeepNoModels() throws {
    try Ledger.keep { ledger in
      let text = TrackedModels.text.replacingOccurrences(of: "36", with: "-36")
      let error = try #require(mappingError { try TrackedModels.Whole.decode(from: text) })
      let report = TrackedModels.WholeObject.decodeReporting(from: text)
      #expect(report.value == nil && error.path.description == "$.items[1].v")
      #expect(ledger.live == 0)
      let json = try JSONView(text)
      #expect(mappingError { try json.decode(TrackedModels.WholeObject.self) } != nil)
      #expect(ledger.live == 0)
    }
  }
}

// MARK: - Models

extension FailureLeakTests {
  struct Known: @unchecked Sendable { let instance: Provided }

  final class Provided: Mappable, ModelProviding {
    @Mapped var id: Int?
    @Mapped var value: Tracked

    static func instance(for json: JSONView, in context: MappingContext) throws -> Provided? {
      json["id"]?.int == 7 ? context[Known.self]?.instance : nil
    }
  }
}

/// The ways in which a document can be decoded.
enum TrackedWay: CaseIterable {
  case decode, first, last, lossy, lenient, reporting, coercing, otherCase, view, update, patch

  func run(_ text: [UInt8], isObject: Bool) {
    if isObject {
      run(text, TrackedModels.WholeObject.self)
    } else {
      run(text, TrackedModels.Whole.self)
    }
  }

  private func run<Model: Mappable>(_ text: [UInt8], _ type: Model.Type) {
    var mapper = Mapper()
    switch self {
    case .first: mapper.duplicateKeys = .first
    case .last: mapper.duplicateKeys = .last
    case .lossy: mapper.failurePolicy = .lossy
    case .lenient: mapper.failurePolicy = .lenient
    case .coercing: mapper.coercion = .lenient
    case .otherCase: mapper.keyStrategy = .caseInsensitive
    case .reporting:
      _ = type.decodeReporting(from: text)
      return
    case .view:
      _ = try? JSONView(text).decode(type)
      return
    case .update, .patch:
      guard var model = try? type.decode(from: TrackedModels.text) else { return }
      if self == .update {
        try? model.update(from: text)
      } else {
        try? model.apply(mergePatch: text)
      }
      return
    case .decode: break
    }
    _ = try? type.decode(from: text, using: mapper)
  }
}
