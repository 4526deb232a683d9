import MirrorMap
import Testing

@Suite struct ChangesInsideTests {
  struct Customer: Mappable {
    @Mapped var name: String
    @Mapped var email: String?
    @Mapped var tier: String = "free"
  }

  struct Order: Mappable {
    @Mapped var customer: Customer
    @Mapped var payer: Customer?
    @Mapped var others: [String: Customer] = [:]
    @Flattened var extra: Customer2?
  }

  struct Customer2: Mappable {
    @Mapped var page: Int
    @Mapped var total: Int = 0
  }

  private func order() throws -> Order {
    try Order.decode(
      from: #"""
        {"customer": {"name": "a"}, "payer": {"name": "b"}, "others": {"x": {"name": "c"}}, "page": 1}
        """#)
  }

  private func changes(_ change: (inout Order) throws -> Void) throws -> String {
    var order = try order()
    try change(&order)
    return try order.encodeString(options: .changesOnly)
  }

  @Test func onlyTheChangesOfAModelChangedInPlaceAreWritten() throws {
    #expect(try changes { $0.customer.name = "A" } == #"{"customer":{"name":"A"}}"#)
    #expect(try changes { $0.payer?.email = "e" } == #"{"payer":{"email":"e"}}"#)
    #expect(try changes { $0.payer?.name = "B" } == #"{"payer":{"name":"B"}}"#)
    #expect(try changes { $0.extra?.page = 9 } == #"{"page":9}"#)
  }

  @Test func assignedModelsAreWrittenWholeWithNullForNil() throws {
    let other = try Customer.decode(from: #"{"name": "z"}"#)
    #expect(
      try changes { $0.customer = other }
        == #"{"customer":{"name":"z","email":null,"tier":"free"}}"#)
    #expect(
      try changes {
        $0.customer = other
        $0.customer.name = "y"
      } == #"{"customer":{"name":"y","email":null,"tier":"free"}}"#)
  }

  @Test func dictionariesAreWrittenWholeWithoutInventedNulls() throws {
    #expect(
      try changes { $0.others["x"]?.name = "C" }
        == #"{"others":{"x":{"name":"C","tier":"free"}}}"#)
  }
}
