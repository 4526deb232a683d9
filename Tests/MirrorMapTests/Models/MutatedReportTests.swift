import Foundation
import MirrorMap
import Synchronization
import Testing

@testable import TestSupport

private struct Harbor: Mappable, Equatable {
  @Mapped var city: String
  @Mapped("position.latitude") var latitude: Double
  @Mapped("position.longitude") var longitude: Double?
  @Mapped var berths: Int = 4
}

private struct Tide: Mappable, Equatable {
  @Mapped var high: Int?
  @Mapped var low: Int?
}

private enum Flag: String, MappableValue { case red, green }

private class Hull: Mappable {
  @Mapped var length: Int
  @Mapped var decks: [Int]?
  required init() {}

  func isLike(_ other: Hull) -> Bool { _length == other._length && _decks == other._decks }
}

private final class Freighter: Hull, Equatable {
  @Mapped var holds: [Int]
  @Mapped var sister: Freighter?

  static func == (left: Freighter, right: Freighter) -> Bool {
    left.isLike(right) && left._holds == right._holds && left._sister == right._sister
  }
}

private struct Voyage: Mappable, Equatable {
  @Mapped var id: Int
  @Mapped("captain.name") var captain: String
  @Mapped("captain.age") var age: UInt8?
  @Mapped var speed: Double = 3
  @Mapped var tags: [String] = []
  @Mapped var soundings: [Int?]
  @Mapped var cargo: [String: Int]
  @Mapped var years: [Int: String]?
  @Mapped var lights: Set<Int>
  @Mapped("mail", "e-mail", "post.box") var mail: String?
  @Mapped var home: Harbor
  @Mapped("home.city") var homeCity: String?
  @Mapped var away: Harbor?
  @Mapped var stops: [Harbor]
  @Mapped("stops.1.city") var secondStop: String?
  @Mapped var depot: Harbor = Harbor()
  @Mapped("left", transform: .iso8601) var left: Date
  @Mapped("seen", transform: .iso8601) var seen: [Date]
  @Mapped var flag: Flag
  @Mapped var flags: [Flag]?
  @Mapped("logs.*.depth") var depths: [Int]
  @Mapped("codes", coercion: .lenient) var codes: [Int] = []
  @Mapped("crew", onFailure: .lossy) var crew: [String]
  @Mapped("mate", onFailure: .lenient) var mate: Harbor?
  @Flattened var tide: Tide?
  @Mapped var ship: Freighter?
  @Mapped var grid: [[Int]]
}

private let whole = """
  {"id": 1, "captain": {"name": "Ann", "age": 40}, "speed": 2.5, "tags": ["a", "b"],
   "soundings": [1, null, 3], "cargo": {"rum": 3, "tea": 4}, "years": {"1999": "x", "2000": "y"},
   "lights": [1, 2, 2], "e-mail": "a@b", "post": {"box": "12"},
   "home": {"city": "Oslo", "position": {"latitude": 59.9, "longitude": 10}, "berths": 9},
   "away": {"city": "Cork", "position": {"latitude": 51.9}},
   "stops": [{"city": "Bergen", "position": {"latitude": 60}},
             {"city": "Leith", "position": {"latitude": 55.9, "longitude": null}}],
   "depot": {"city": "Riga", "position": {"latitude": 57}},
   "left": "2024-01-02T03:04:05Z", "seen": ["2024-01-02T03:04:05Z"],
   "flag": "red", "flags": ["green", "red"],
   "logs": [{"depth": 5}, {"depth": 6, "at": 1}], "codes": ["1", 2], "crew": ["x", "y"],
   "mate": {"city": "Hull", "position": {"latitude": 53.7}}, "high": 3,
   "ship": {"length": 90, "decks": [1], "holds": [1, 2], "sister": {"length": 80, "holds": []}},
   "grid": [[1, 2], [3]]}
  """

/// The same documents read in all ways: however they are damaged, the ways agree.
struct MutatedReportTests {
  /// One way of treating keys, with each policy.
  struct Options: CustomTestStringConvertible {
    var duplicates: Mapper.DuplicateKeys = .reject
    var unknown: Mapper.UnknownKeys = .ignore
    var coercion: Coercion = .none

    var testDescription: String { "\(duplicates) \(unknown) \(coercion)" }

    func mapper(
      _ policy: FailurePolicy, _ logger: (@Sendable (MappingError) -> Void)? = nil
    ) -> Mapper {
      var mapper = Mapper()
      mapper.failurePolicy = policy
      mapper.duplicateKeys = duplicates
      mapper.unknownKeys = unknown
      mapper.coercion = coercion
      mapper.logger = logger
      return mapper
    }
  }

  static let options = [
    Options(), Options(duplicates: .first), Options(duplicates: .last), Options(unknown: .report),
    Options(unknown: .reject), Options(coercion: .lossless), Options(coercion: .lenient),
    Options(duplicates: .last, unknown: .reject, coercion: .lenient),
  ]

  @Test(arguments: options)
  func allPoliciesAndReportsAgreeOnDamagedDocuments(_ options: Options) throws {
    let document = try MutableDocument(whole)
    var generator = SeededGenerator(seed: 20_240_229)
    for round in 0..<300 {
      var damaged = document
      for _ in 0..<(round % 5) { damaged = damaged.mutated(&generator) }
      try compare(damaged.text, options)
    }
  }

  private func compare(_ json: String, _ options: Options) throws {
    let comment = Comment(rawValue: json)
    let report = Voyage.decodeReporting(from: json, using: options.mapper(.strict))
    let texts = report.issues.map { "\($0)" }
    let failures = report.issues.filter { !isAllowed($0, options) }

    do {
      let value = try Voyage.decode(from: json, using: options.mapper(.strict))
      // What a property of its own policy stops is no failure of the document.
      #expect(failures.filter { !hasOwnPolicy($0) }.map { "\($0)" } == [], comment)
      if failures.isEmpty { #expect(report.value == value, comment) }
    } catch {
      #expect(!failures.isEmpty, comment)
      #expect(texts.contains("\(error)"), "\(error) is not in \(texts) of \(json)")
    }

    for policy in [FailurePolicy.lenient, .lossy] {
      let report = Voyage.decodeReporting(from: json, using: options.mapper(policy))
      let texts = report.issues.map { "\($0)" }
      let logged = Mutex<[String]>([])
      let mapper = options.mapper(policy) { issue in logged.withLock { $0.append("\(issue)") } }
      do {
        let value = try Voyage.decode(from: json, using: mapper)
        #expect(report.value == value, comment)
        // Only reports have issues for null instead of a default, and for a model's second failure.
        let told = report.issues.filter { !isNullForDefault($0) }.map { "\($0)" }
        let log = logged.withLock { $0 }
        #expect(log == told.filter { log.contains($0) }, comment)
        #expect(log.isEmpty == told.isEmpty, comment)
      } catch {
        #expect(report.value == nil, comment)
        #expect(texts.contains("\(error)"), "\(error) is not in \(texts) of \(json)")
      }
      check(report, comment)
    }
    check(report, comment)
  }

  /// What holds for every report.
  private func check(_ report: MappingReport<Voyage>, _ comment: Comment) {
    let offsets = report.issues.map { $0.byteOffset ?? -1 }
    #expect(offsets == offsets.sorted(), comment)
    #expect(!offsets.contains(-1), comment)
    #expect(report.issues.allSatisfy { $0.line == 1 && $0.column != nil }, comment)
    let hasNames = report.issues.allSatisfy {
      $0.model != nil && ($0.property != nil || $0.code == .duplicateKey || $0.code == .unknownKey)
    }
    #expect(hasNames || report.issues.count == 1, "\(report) of \(comment)")
    #expect(
      Set(report.issues.map { "\($0)" }).count == report.issues.count, "\(report) of \(comment)")
  }

  private func isNullForDefault(_ issue: MappingError) -> Bool {
    let defaults = ["speed", "tags", "depot", "berths", "codes"]
    return issue.code == .unexpectedNull
      && issue.path.components.last == issue.property.map { .key($0) }
      && defaults.contains(issue.property ?? "")
  }

  private func isAllowed(_ issue: MappingError, _ options: Options) -> Bool {
    isNullForDefault(issue) || issue.code == .unknownKey && options.unknown == .report
  }

  private func hasOwnPolicy(_ issue: MappingError) -> Bool {
    let top = issue.path.components.first
    return top == .key("crew") || top == .key("mate")
  }
}
