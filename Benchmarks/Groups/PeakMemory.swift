import Foundation
import MirrorMap

/// How much memory decoding takes above the input, each contender in a fresh process.
///
/// The process reads the document and decodes one status, so that code and tables are loaded. The
/// figure is the peak of resident memory during the decode, minus what was resident before it. The
/// result is still alive then: it covers the models and whatever was needed to make them.
enum PeakMemory {
  static let task = "memory"
  static let goal = 0.35
  /// In the models of the other groups the strings alone take more than the goal; so there is a row
  /// for models with what a list shows as well.
  private static let listed = "MirrorMap, a list's models"
  /// All of a status and its user, but no arrays.
  private static let flat = "MirrorMap, models without arrays"
  private static let flatGoal = 0.27

  static let group = BenchmarkGroup(
    name: "memory",
    summary: "peak memory above the input, decoding statuses: 10 MB, with --full 100 MB",
    metric: .partOfInput,
    baselines: [Names.serialization, Names.decoder],
    contenders: [Names.serialization, Names.decoder, Names.mirrorMap, flat, listed],
    goals: [
      Names.mirrorMap: .figure(atMost: goal),
      flat: .figure(atMost: flatGoal),
      listed: .figure(atMost: goal),
    ],
    mostRounds: 6,
    prepare: { workbench in
      let file = try TemporaryFile(
        workbench.statuses(megabytes: workbench.isFull ? 100 : 10))
      let digest = try FreshProcess.run(task, [Names.mirrorMap, file.path]).digest
      return [Names.serialization, Names.decoder, Names.mirrorMap, flat, listed].map { name in
        Contender.inFreshProcess(name, items: file.size) {
          let answer = try FreshProcess.run(task, [name, file.path])
          guard answer.digest == digest else {
            throw BenchmarkFailure(
              "memory: \(name) has read \(answer.digest), MirrorMap \(digest)")
          }
          return answer.figure
        }
      }
    })

  /// In the fresh process: the part of the input, and a digest of the statuses.
  static func answer(_ arguments: [String]) throws -> FreshProcess.Answer {
    guard arguments.count == 2 else {
      throw BenchmarkFailure.usage("\(task) takes a contender and a file")
    }
    let data = try Data(contentsOf: URL(filePath: arguments[1]))
    return switch arguments[0] {
    case Names.serialization:
      try answer(data, digest: statuses(inTree:)) { try JSONSerialization.jsonObject(with: $0) }
    case Names.decoder:
      try answer(data, digest: statuses(inPlain:)) {
        try JSONDecoder().decode([PlainTimeline.Status].self, from: $0)
      }
    case flat:
      try answer(data, digest: statuses(inFlat:)) {
        try [MappedTimeline.FlatStatus].decode(from: $0)
      }
    case listed:
      try answer(data, digest: statuses(inList:)) {
        try [MappedTimeline.ListedStatus].decode(from: $0)
      }
    default:
      try answer(data, digest: statuses(inMapped:)) {
        try [MappedTimeline.Status].decode(from: $0)
      }
    }
  }

  private static func answer<Result>(
    _ data: Data, digest: (Result) -> [Digest], decode: (Data) throws -> Result
  ) throws -> FreshProcess.Answer {
    blackHole(try decode(StatusArray.sample(of: data)))
    ResidentMemory.forgetPeak()
    let before = ResidentMemory.now
    let result = try decode(data)
    let peak = ResidentMemory.peak
    let statuses = digest(result)
    let sum = statuses.reduce(into: 0) { $0 = $0 &* 31 &+ $1.id &+ $1.name.utf8.count }
    return FreshProcess.Answer(
      figure: Double(max(0, peak - before)) / Double(data.count),
      digest: "\(statuses.count) statuses, checksum \(sum)")
  }

  private typealias Digest = (id: Int, name: String)

  private static func statuses(inTree tree: Any) -> [Digest] {
    (tree as? [[String: Any]] ?? []).map { members in
      let user = members["user"] as? [String: Any]
      return (members["id"] as? Int ?? 0, user?["name"] as? String ?? "")
    }
  }

  private static func statuses(inPlain statuses: [PlainTimeline.Status]) -> [Digest] {
    statuses.map { ($0.id, $0.user.name) }
  }

  private static func statuses(inList statuses: [MappedTimeline.ListedStatus]) -> [Digest] {
    statuses.map { ($0.id, $0.user.name) }
  }

  private static func statuses(inFlat statuses: [MappedTimeline.FlatStatus]) -> [Digest] {
    statuses.map { ($0.id, $0.user.name) }
  }

  private static func statuses(inMapped statuses: [MappedTimeline.Status]) -> [Digest] {
    statuses.map { ($0.id, $0.user.name) }
  }
}

/// A file for another process to read, removed with its owner.
private final class TemporaryFile {
  let path: String
  let size: Int

  init(_ data: Data) throws {
    let url = FileManager.default.temporaryDirectory
      .appending(path: "mirrormap-benchmarks-\(UUID().uuidString).json")
    path = url.path
    size = data.count
    do {
      try data.write(to: url)
    } catch {
      throw BenchmarkFailure("cannot write \(path): \(error.localizedDescription)")
    }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}
