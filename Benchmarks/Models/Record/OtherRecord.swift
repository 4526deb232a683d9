import MirrorMap

/// A model with each of the kinds of values that `MappedRecord` has.
struct MappedOtherRecord: Mappable {
  @Mapped var count: Int
  @Mapped var name: String
  @Mapped var note: String?
  @Mapped var isOpen: Bool
  @Mapped var ratio: Double
  @Mapped var share: Double?
  @Mapped var labels: [String]
  @Mapped var sizes: [Int]
}

/// The same for `Codable`.
struct PlainOtherRecord: Codable {
  var count: Int
  var name: String
  var note: String?
  var isOpen: Bool
  var ratio: Double
  var share: Double?
  var labels: [String]
  var sizes: [Int]
}
