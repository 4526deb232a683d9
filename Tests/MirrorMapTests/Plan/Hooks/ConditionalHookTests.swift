import MirrorMap
import Testing

struct ConditionalHookTests {
  @Test func genericModelAdoptsAHookForSomeParameters() throws {
    let numbers = try SortedPage<Int>.decode(from: #"{"items":[3,1,2]}"#)
    #expect(numbers.items == [1, 2, 3])
    let flags = try SortedPage<Bool>.decode(from: #"{"items":[true,false]}"#)
    #expect(flags.items == [true, false])
  }

  @Test func subclassAdoptsAHookThatItsSuperclassHasNot() throws {
    #expect(try PlainEntry.decode(from: #"{"name":"a"}"#).name == "a")
    #expect(try TrimmedEntry.decode(from: #"{"name":"a "}"#).name == "a")
  }
}

struct SortedPage<Item: MappableValue>: Mappable {
  @Mapped var items: [Item]
}

extension SortedPage: ModelHook, DecodeCompleting where Item: Comparable {
  mutating func didDecode(in context: MappingContext) throws { items.sort() }
}

class PlainEntry: Mappable {
  @Mapped var name: String
  required init() {}
}

final class TrimmedEntry: PlainEntry, DecodeCompleting {
  func didDecode(in context: MappingContext) throws {
    name = String(name.prefix { $0 != " " })
  }
}
