import Checking
import Foundation
import MirrorMap
import PublicModels

@main
struct Client {
  static func main() {
    var checks = Checks("Client")
    structs(&checks)
    transforms(&checks)
    values(&checks)
    classes(&checks)
    generics(&checks)
    errors(&checks)
    printing(&checks)
    codable(&checks)
    introspection(&checks)
    checks.finish()
  }

  static func structs(_ checks: inout Checks) {
    let text =
      #"{"id":1,"profile":{"name":"Ada"},"addresses":[{"street":"s"}],"#
      + #""created_at":"2024-02-29T12:34:56Z","tags":["x"],"email":null,"mail":"m"}"#
    checks.trips(User.self, text)
    checks.trips([User?].self, "[\(text),null]")
    checks.trips(Plain.self, #"{"a":true,"b":{"street":"s","geo":{"lat":1.5}},"c":false}"#)
    checks.equal(try Plain.decode(from: #"{"a":true,"b":{"street":""},"c":true}"#).neighbor, 7)
    checks.equal(
      try User.decode(from: Data(text.utf8)) == User.decode(from: Array(text.utf8)), true)
    checks.equal(
      try [Address].decode(from: #"{"r":{"i":[{"street":"q"}]}}"#, at: "r.i").map(\.street), ["q"])
    checks.equal(try Address(street: "new").encodeString(), #"{"street":"new"}"#)
    do {
      let a = try User.decode(from: text)
      var b = a
      b.tags.append("y")
      b.email = "e"
      checks.equal(a.tags, ["x"])
      checks.equal(a.$email.presence, .null)
      checks.equal(b.$email.presence, .value)
      checks.equal([a.$tags.isChanged, b.$tags.isChanged, b.$id.isChanged], [false, true, false])
      checks.equal(a == b, false)
    } catch {
      checks.fails("") { throw error }
    }
  }

  static func transforms(_ checks: inout Checks) {
    let text =
      #"{"total":"1.50","prices":["0.01","2.00"],"refunds":[["3.00"],[]],"byDay":{"mon":["4.00"]},"#
      + #""dates":{"a":[1,2.5]},"optional":"5.00","tip":"6.06","#
      + #""links":["https://example.com/a"],"raw":"-_8","rate":12}"#
    checks.trips(Order.self, text)
    checks.equal(
      try Order.decode(from: #"{"total":"1.50","prices":[],"links":[],"rate":0}"#).tip, 150)
    checks.equal(try Order.decode(from: text).raw, Data([0xFB, 0xFF]))
    checks.fails("$.prices[1]: expected an amount (line 1, column 34, Order.prices)") {
      _ = try Order.decode(from: #"{"total":"1.50","prices":["1.00","x"]}"#)
    }
  }

  static func values(_ checks: inout Checks) {
    checks.trips(
      Everything.self,
      #"{"int8":-128,"uint64":18446744073709551615,"float":0.1,"double":-1e+300,"bool":false,"#
        + #""role":"admin","roles":{"member":2},"warm":36.6,"warms":[1.5],"matrix":[[1,null],[]],"#
        + #""json":{"z":[1,"a",null]},"address":{"street":"s"},"#
        + #""addresses":{"x":null},"forced":3,"a.b":4}"#)
    checks.fails(
      "$.int8: expected Int8, found a number out of its range "
        + "(line 1, column 9, Everything.int8)"
    ) {
      _ = try Everything.decode(from: #"{"int8":300}"#)
    }
    checks.equal(try Celsius.decode(from: "20.5"), Celsius(degrees: 20.5))
    checks.equal(try [Role].decode(from: #"["member"]"#), [.member])
  }

  static func classes(_ checks: inout Checks) {
    let text =
      #"{"id":1,"isActive":false,"role":"member","boss":{"id":2,"isActive":true,"boss":null},"#
      + #""salary":"9.99"}"#
    checks.trips(Employee.self, text)
    checks.equal(try Employee.decode(from: text).boss?.mark, 0xA5)
    checks.equal(try Employee.decode(from: text).shout, "1!")
    let vehicles = #"[{"name":"a","doors":5},{"name":"b"}]"#
    checks.equal(
      try [Vehicle].decode(from: vehicles).map { "\($0.name) \(type(of: $0))" },
      ["a Car", "b Vehicle"])
    checks.equal(try Employee.decode(from: text).desk == nil, true)
    checks.equal(
      try ([Employee.decode(from: text)] as [Person]).encodeString(), "[\(text)]")
    checks.trips(
      Shelf.self, #"{"keys":[5],"value":{"x":{"street":"s"}},"isOpen":true,"label":"l"}"#)
    checks.equal(
      try Shelf.decode(from: #"{"keys":[],"value":{},"isOpen":false,"label":""}"#).between
        as? String,
      "between")
  }

  static func generics(_ checks: inout Checks) {
    checks.trips(
      Page<Address>.self,
      #"{"meta":{"page":3},"isLast":true,"items":[{"street":"a"}],"first":{"street":"b"}}"#)
    checks.trips(Page<Int>.self, #"{"meta":{"page":3},"isLast":true,"items":[1,2],"first":0}"#)
    checks.trips(
      Page<Local<[Role]?>>.self,
      #"{"meta":{"page":1},"isLast":false,"items":[{"value":["admin"],"values":[null]}]}"#)
    checks.trips(Local<Local<Celsius>>.self, #"{"value":{"value":1.5}}"#)
  }

  static func errors(_ checks: inout Checks) {
    checks.fails(
      "$[0].profile.name: required key is missing, expected String "
        + "(line 1, column 2, User.name)"
    ) {
      _ = try [User].decode(from: #"[{"id":1,"created_at":"2024-01-01"}]"#)
    }
    checks.fails(
      "$.items[0].street: expected String, found null (line 1, column 21, Address.street)"
    ) {
      _ = try Page<Address>.decode(from: #"{"items":[{"street":null}]}"#)
    }
    checks.fails("$.id: a required property was neither decoded nor assigned (Employee.id)") {
      _ = try Employee().encode()
    }
    let declaration =
      #"Twice.second cannot be mapped: it writes the same key "k" as Twice.first"#
    checks.fails(declaration) { _ = try Page<Local<Twice>>.decode(from: "no JSON") }
    checks.fails(declaration) { _ = try Twice().encode() }
  }

  static func printing(_ checks: inout Checks) {
    checks.equal(
      "\(Address(street: "s"))",
      #"Address(street: "s", latitude: nil, longitude: nil, note: "untouched")"#)
    checks.equal("\([Described()])", "[described]")
    checks.equal("\(Role.admin)", "admin")
    var repository = Titled()
    checks.equal("\(repository)", "Titled(description: nil)")
    repository.description = "own"
    checks.equal(repository.description == "own", true)
    checks.equal("\(Employee())".hasPrefix("Employee(id: unset, isActive: true, mark: 165,"), true)
  }

  static func codable(_ checks: inout Checks) {
    let coder = JSONEncoder()
    coder.outputFormatting = .sortedKeys
    let text = #"{"id":7,"items":[{"name":"n"}],"others":{"x":1}}"#
    do {
      let both = try JSONDecoder().decode(Both<Inner>.self, from: Data(text.utf8))
      checks.equal(both.email, nil)
      checks.equal(String(decoding: try coder.encode(both), as: UTF8.self), text)
      checks.equal(
        try both.encodeString(), #"{"identity":7,"items":[{"name":"n"}],"x":1}"#)
    } catch {
      checks.fails("") { throw error }
    }
  }

  static func introspection(_ checks: inout Checks) {
    let mapping = Address.mapping
    checks.equal(mapping.properties.map(\.name), ["street", "latitude", "longitude"])
    checks.equal(
      "\(mapping)",
      """
      Address
        street     street   String   required
        latitude   geo.lat  Double?  optional
        longitude  geo.lon  Double?  optional
      """)
    let schema = Page<Address>.jsonSchema
    checks.equal(schema["properties"]?["first"]?["anyOf"]?[0], ["$ref": "#/$defs/Address"])
    checks.equal(Everything.jsonSchema["properties"]?["role"]?["enum"], ["admin", "member"])
    checks.equal(Page<Celsius>.jsonSchema["properties"]?["items"], ["type": "array"])
    checks.fails(
      #"Twice.second cannot be mapped: it writes the same key "k" as Twice.first"#
    ) { try Page<Twice>.validateMapping() }
  }
}
