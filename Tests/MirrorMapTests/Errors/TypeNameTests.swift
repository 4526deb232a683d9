import Testing

@testable import MirrorMap
@testable import TestSupport

struct TypeNameTests {
  /// Of so many types that some share a slot of the table, made on several threads at a time.
  @Test func namesAreKeptForEachTypeOfItsOwn() {
    let tags = FreshTags.all(200)
    @Sendable func names() -> [String] {
      FreshTags.all(200).flatMap { [typeName(of: $0), listName($0), typeName(of: $0)] }
    }
    let expected = tags.flatMap { ["\($0)", "[\($0)?]", "\($0)"] }
    #expect(onThreads(4) { _ in names() } == Array(repeating: expected, count: 4))
    #expect(names() == expected)
  }

  @Sendable private func listName<Tag: FreshTag>(_ tag: Tag.Type) -> String {
    typeName(of: [Tag?].self)
  }

  @Test func typesOfOneNameAreDifferentTypes() {
    enum Outer { struct Page<Item> {} }
    struct Page<Item> {}
    for _ in 0..<2 {
      #expect(typeName(of: Page<[Int]>.self) == "Page<[Int]>")
      #expect(typeName(of: Outer.Page<Int?>.self) == "Page<Int?>")
      #expect(typeName(of: Page<Int>.Type.self) == "Page<Int>.Type")
    }
  }
}
