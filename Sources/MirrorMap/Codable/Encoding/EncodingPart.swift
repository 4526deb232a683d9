/// A part of a document that is written on its own: a nested container or the encoder of a superclass, which may be
/// filled at any time.
///
/// All parts are written into one buffer, one after the other as they come. A part knows which pieces of the buffer
/// are its own, and where other parts belong among them:
///
///     buffer    {"a":      {"x":1   ,"b":2      ,"y":3
///     root      [ 0 ..< 5, part, 11 ..< 17 ]
///     part               [ 5 ..< 11,    17 ..< 23 ]
///     document  {"a":{"x":1,"y":3},"b":2}
final class EncodingPart {
  enum Piece {
    case bytes(Range<Int>)
    case part(EncodingPart)
  }

  private(set) var pieces: [Piece] = []
  /// The number of pieces, which is needed before each value.
  private(set) var count = 0
  /// What ends the part: what has been begun in it, or an empty object.
  var ending: StaticString = "{}"

  func append(_ piece: Piece) {
    pieces.append(piece)
    count = pieces.count
  }

  /// Removes the pieces after the first ones.
  func truncate(to count: Int) {
    pieces.removeSubrange(count...)
    self.count = count
  }
}
