import MirrorMap

/// What a list shows of a letter.
struct ListedLetter: Mappable {
  @Mapped var id: Int
}
