import Foundation
import MirrorMap

/// What encoding into the same buffer gains, document after document.
enum BufferReuse {
  private static let fresh = "MirrorMap, made anew"
  private static let reused = "MirrorMap, used again"
  private static let count = 100

  static let encoding = BenchmarkGroup(
    name: "reuse encode",
    summary: "100 arrays of ten small models, each into new bytes and into a buffer that is there",
    metric: .nanosecondsPerDocument,
    baselines: [fresh],
    contenders: [fresh, reused],
    prepare: { _ in
      let models = try arrays().map { try [ReadingModels.Annotated].decode(from: $0) }
      var buffer: [UInt8] = []
      for model in models {
        try model.encode(into: &buffer)
        try Agreement(about: "reuse").requireEqual(
          buffer, model.encodeBytes(), "encoding into a buffer gives something else")
      }
      return [
        Contender(fresh, items: count) {
          for model in models { blackHole(try model.encodeBytes()) }
        },
        Contender(reused, items: count) {
          var buffer: [UInt8] = []
          for model in models {
            try model.encode(into: &buffer)
            blackHole(buffer)
          }
        },
      ]
    })

  /// Arrays of ten messages each.
  private static func arrays() -> [Data] {
    let documents = ReadingModels.documents(count * 10).map { String(decoding: $0, as: UTF8.self) }
    return stride(from: 0, to: documents.count, by: 10).map { start in
      Data("[\(documents[start..<start + 10].joined(separator: ","))]".utf8)
    }
  }
}
