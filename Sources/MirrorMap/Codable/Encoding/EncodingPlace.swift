/// Where a part of a document is, for coding paths: a list from the part to the root.
///
/// Places are made only for values that have parts.
final class EncodingPlace {
  let step: CodingStep
  private(set) var outer: EncodingPlace?

  init(_ step: CodingStep, in outer: EncodingPlace?) {
    self.step = step
    self.outer = outer
  }

  deinit {
    // One after the other. Otherwise the deinitializers of a long list would fill the stack.
    var next = outer
    outer = nil
    while isKnownUniquelyReferenced(&next) {
      let further = next?.outer
      next?.outer = nil
      next = further
    }
  }
}
