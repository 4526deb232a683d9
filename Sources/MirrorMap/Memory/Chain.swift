/// An element and those before it, which other chains may share.
///
/// It's never changed, except by its deinitializer, when there are no other references to it.
final class Chain<Element> {
  let element: Element
  private(set) var outer: Chain?

  init(_ element: Element, in outer: Chain?) {
    self.element = element
    self.outer = outer
  }

  deinit {
    // One after the other. Otherwise the deinitializers of a long chain would fill the stack.
    var next = outer
    outer = nil
    while isKnownUniquelyReferenced(&next) {
      let further = next?.outer
      next?.outer = nil
      next = further
    }
  }
}

extension Chain: @unchecked Sendable where Element: Sendable {}
