import Foundation
import MirrorMap

/// A page of a sensor's messages, with their number after them, in three kinds of models.
enum PageModels {
  struct Annotated: Mappable {
    @Mapped var total: Int
    @Mapped var readings: [ReadingModels.Annotated]
  }

  struct Immutable: ImmutableMappable {
    let total: Int
    let readings: [ReadingModels.Immutable]

    init(from object: inout ObjectReader) throws {
      total = try object.value("total")
      readings = try object.value("readings")
    }

    func encode(to object: inout ObjectWriter) throws {
      try object.set(total, "total")
      try object.set(readings, "readings")
    }
  }

  struct Plain: Codable, Equatable {
    var total: Int
    var readings: [ReadingModels.Plain]
  }

  /// A page of messages whose keys are sorted, as its own are.
  static func document(_ count: Int) -> Data {
    Data(#"{"readings":"#.utf8) + ReadingModels.array(count, .sorted)
      + Data(#","total":\#(count)}"#.utf8)
  }
}
