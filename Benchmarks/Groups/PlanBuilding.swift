import Foundation
import MirrorMap

/// What the first decode of a type costs, each time in a fresh process.
///
/// The type has thirty properties and its document some 700 bytes, which are read in a few
/// microseconds: nearly all of the time goes into reflection and the plan. Before that the process
/// decodes other types whose properties have the same kinds of values, as an app will have done.
/// "First of all" skips this, and includes whatever a process does once.
enum PlanBuilding {
  static let task = "plan"
  private static let processesInRound = 5
  private static let coldDecoder = "JSONDecoder, first of all"
  private static let coldMirrorMap = "MirrorMap, first of all"

  static let all = [
    group(task, "first decode of a type", Names.decoder, Names.mirrorMap),
    group("\(task), first of all", "first decode of all", coldDecoder, coldMirrorMap),
  ]

  private static func group(
    _ name: String, _ summary: String, _ decoder: String, _ mirrorMap: String
  ) -> BenchmarkGroup {
    BenchmarkGroup(
      name: name, summary: summary, metric: .microseconds, baselines: [decoder],
      contenders: [decoder, mirrorMap], goals: [mirrorMap: .ratio(atLeast: 0.5)],
      prepare: { _ in
        let digest = try FreshProcess.run(task, [decoder]).digest
        return [decoder, mirrorMap].map { name in
          Contender.inFreshProcess(name, items: 1) {
            let answers = try (0..<processesInRound).map { _ in
              try FreshProcess.run(task, [name])
            }
            guard answers.allSatisfy({ $0.digest == digest }) else {
              throw BenchmarkFailure("plan: MirrorMap and JSONDecoder disagree")
            }
            return Statistics.median(answers.map(\.figure))
          }
        }
      })
  }

  /// In the fresh process: the seconds of the first decode, and a digest of the record: its
  /// description, which has every field and nothing that depends on the process.
  static func answer(_ arguments: [String]) throws -> FreshProcess.Answer {
    let data = Data(RecordModels.document.utf8)
    let decoder = JSONDecoder()
    switch arguments.first {
    case Names.decoder:
      blackHole(
        try decoder.decode(
          RecordModels.PlainSample.self, from: Data(RecordModels.sampleDocument.utf8)))
      blackHole(try decoder.decode(PlainTimeline.self, from: Data(#"{"statuses":[]}"#.utf8)))
      fallthrough
    case coldDecoder:
      let (record, time) = try timed { try decoder.decode(RecordModels.Plain.self, from: data) }
      return FreshProcess.Answer(figure: time, digest: "\(record)")
    case Names.mirrorMap:
      blackHole(try RecordModels.AnnotatedSample.decode(from: RecordModels.sampleDocument))
      blackHole(try MappedTimeline.decode(from: #"{"statuses":[]}"#))
      fallthrough
    default:
      let (record, time) = try timed { try RecordModels.Annotated.decode(from: data) }
      let plain = try decoder.decode(RecordModels.Plain.self, from: record.encode())
      return FreshProcess.Answer(figure: time, digest: "\(plain)")
    }
  }

  private static func timed<Result>(
    _ decode: () throws -> Result
  ) throws -> (result: Result, seconds: Double) {
    let clock = ContinuousClock()
    let start = clock.now
    let result = try decode()
    return (result, (clock.now - start) / .seconds(1))
  }
}
