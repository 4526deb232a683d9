import MirrorMap
import Testing

struct ChangesInsideTests {
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

  private struct Customers: MappableValue {
    var all: [Customer]
    static var shape: ValueShape { .array(of: Customer.self) }

    static func decode(from reader: inout JSONReader) throws -> Customers {
      Customers(all: try reader.decode())
    }

    func encode(to writer: inout JSONWriter) throws {
      try writer.encodeArray { array in
        for customer in all { try array.encodeElement(customer) }
      }
    }
  }

  private struct Shop: Mappable {
    @Mapped var customers: Customers
    @Mapped var owner: Customer?
  }

  @Test func elementsOfOnesOwnArrayAreWrittenWhole() throws {
    var shop = try Shop.decode(from: #"{"customers": [{"name": "a"}, {"name": "b"}]}"#)
    shop.customers.all[0].name = "z"
    #expect(
      try shop.encodeString(options: .changesOnly)
        == #"{"customers":[{"name":"z","tier":"free"},{"name":"b","tier":"free"}]}"#)
  }

  @Test func chainingOnNilIsNoChange() throws {
    var shop = try Shop.decode(from: #"{"customers": []}"#)
    shop.owner?.name = "a"
    #expect(shop.$owner.presence == .absent && !shop.$owner.isChanged)
    #expect(try shop.encodeString() == #"{"customers":[]}"#)
    #expect(try shop.encodeString(options: .changesOnly) == "{}")
    var new = Shop()
    new.owner?.name = "a"
    #expect(new.$owner.presence == .absent && !new.$owner.isChanged)
    #expect(try changes { $0.extra = nil } == #"{"page":null,"total":null}"#)
    var order = try Order.decode(from: #"{"customer": {"name": "a"}}"#)
    order.extra?.page = 3
    order.payer?.email = nil
    #expect(try order.encodeString(options: .changesOnly) == "{}")
  }

  @Test func assigningInPlaceIsAChange() throws {
    func assign<Value>(_ value: Value, to property: inout Value) { property = value }
    let other = try Customer.decode(from: #"{"name": "z"}"#)
    #expect(
      try changes { assign(nil, to: &$0.payer) } == #"{"payer":null}"#)
    #expect(
      try changes {
        $0.payer = nil
        $0.payer?.name = "a"
      } == #"{"payer":null}"#)
    var shop = try Shop.decode(from: #"{"customers": [], "owner": null}"#)
    assign(other, to: &shop.owner)
    #expect(shop.$owner.isChanged)
    #expect(
      try shop.encodeString(options: .changesOnly) == #"{"owner":{"name":"z","tier":"free"}}"#)
  }

  struct Parcel: Mappable {
    @Mapped var customer: Customer?
    @Mapped("customer.note") var note: String?
    @Mapped("customer.address") var address: Customer?
  }

  @Test func modelsThatKeyPathsLeadInto() throws {
    let json = #"{"customer": {"name": "a", "email": "e", "note": "n", "address": {"name": "b"}}}"#
    func changes(_ json: String, _ change: (inout Parcel) throws -> Void) throws -> String {
      var parcel = try Parcel.decode(from: json)
      try change(&parcel)
      let patch = try parcel.encodeString(options: .changesOnly)
      var copy = try Parcel.decode(from: json)
      try copy.apply(mergePatch: patch)
      let values = try parcel.encodeString(options: .nullsOmitted)
      #expect(try copy.encodeString(options: .nullsOmitted) == values)
      return patch
    }
    let other = try Customer.decode(from: #"{"name": "z"}"#)
    #expect(
      try changes(json) { $0.customer = other }
        == #"{"customer":{"name":"z","email":null,"tier":"free"}}"#)
    #expect(
      try changes(json) { $0.address = other }
        == #"{"customer":{"address":{"name":"z","email":null,"tier":"free"}}}"#)
    #expect(try changes(json) { $0.note = "m" } == #"{"customer":{"note":"m"}}"#)
    #expect(try changes(json) { $0.customer?.name = "y" } == #"{"customer":{"name":"y"}}"#)
    #expect(
      try changes(json) {
        $0.customer = other
        $0.note = nil
      } == #"{"customer":{"name":"z","email":null,"tier":"free","note":null}}"#)
    #expect(
      try changes(#"{"customer": {"name": "a"}}"#) { $0.customer = nil } == #"{"customer":null}"#)
  }

  struct Contact: Mappable {
    struct Names: Mappable {
      @Mapped var first: String?
      @Mapped var last: String?
    }

    @Mapped var names: Names?
    @Mapped("names.nick") var nick: String?
  }

  /// What the key paths lead to isn't removed with the model.
  @Test func aModelThatIsRemovedFromItsGroup() throws {
    let json = #"{"names": {"first": "a", "nick": "n"}}"#
    var contact = try Contact.decode(from: json)
    contact.names = nil
    let patch = try contact.encodeString(options: .changesOnly)
    #expect(patch == #"{"names":{"first":null,"last":null,"nick":"n"}}"#)
    var copy = try Contact.decode(from: json)
    try copy.apply(mergePatch: patch)
    #expect(copy.names?.first == nil && copy.nick == "n")
    contact.nick = nil
    #expect(try contact.encodeString(options: .changesOnly) == #"{"names":null}"#)
  }

  struct Metadata: Mappable {
    @Mapped var meta: [String: Int]?
    @Mapped("meta.x") var x: Int?
  }

  struct Place: Mappable {
    struct Address: Mappable {
      @Mapped var city: String?
      @Mapped("geo.alt") var altitude: Double?
    }

    @Mapped var address: Address?
    @Mapped("address.geo.lat") var latitude: Double?
  }

  @Test func valuesThatAreRemovedFromTheirGroups() throws {
    var metadata = try Metadata.decode(from: #"{"meta": {"x": 1, "y": 2}}"#)
    metadata.meta = nil
    #expect(try metadata.encodeString(options: .changesOnly) == #"{"meta":{"x":1}}"#)
    var place = try Place.decode(
      from: #"{"address": {"city": "a", "geo": {"lat": 1.5, "alt": 9}}}"#)
    place.address = nil
    #expect(
      try place.encodeString(options: .changesOnly)
        == #"{"address":{"city":null,"geo":{"alt":null,"lat":1.5}}}"#)
  }
}
