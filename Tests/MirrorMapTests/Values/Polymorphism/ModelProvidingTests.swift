import MirrorMap
import Testing

@testable import TestSupport

private class Vehicle: Mappable, ModelProviding {
  @Mapped var name: String
  required init() {}

  class func modelType(
    for json: JSONView, in context: MappingContext
  ) throws -> any Mappable.Type {
    switch json["type"]?.string {
    case "car": return Car.self
    case "truck": return Truck.self
    case "heavy": return HeavyTruck.self
    case "other": return Other.self
    case "number": return Number.self
    case nil: return Vehicle.self
    case let type?:
      throw MappingError(expected: "a type of vehicle", found: "\(type.count) letters")
    }
  }
}

private final class Car: Vehicle, DecodeCompleting {
  @Mapped var seats: Int
  var isCompleted = false
  func didDecode(in context: MappingContext) throws {
    isCompleted = true
    if seats == 0 { throw MappingError(expected: "a seat") }
  }
}

private class Truck: Vehicle {
  @Mapped var load: Double = 0
}

private final class HeavyTruck: Truck {
  @Mapped("spec.axles") var axles: Int
  @Mapped var trailer: Vehicle?
}

private final class Other: Mappable {
  required init() {}
}

private struct Number: Mappable {}

private struct Response<Value: MappableValue>: Mappable {
  @Mapped var data: Value
  @Mapped("meta.next") var next: Value?
}

private struct Fleet: Mappable {
  @Mapped var main: Vehicle
  @Mapped var spare: Vehicle?
  @Mapped var all: [Vehicle] = []
  @Mapped var byName: [String: Vehicle] = [:]
  @Mapped("deep.er.0") var deep: Vehicle?
}

struct ModelProvidingTests {
  @Test func subclassIsChosenWhereverTheTypeIsDecoded() throws {
    let car = #"{"type": "car", "name": "c", "seats": 4}"#
    let truck = #"{"type": "truck", "name": "t", "load": 2}"#
    let heavy = #"{"name": "h", "spec": {"axles": 3}, "trailer": \#(car), "type": "heavy"}"#
    let plain = #"{"name": "v"}"#
    #expect(try Vehicle.decode(from: car) is Car)
    #expect(try type(of: Vehicle.decode(from: plain)) == Vehicle.self)
    let fleet = try Fleet.decode(
      from: #"""
        {"main": \#(heavy), "spare": \#(truck), "all": [\#(car), \#(plain), \#(heavy)],
         "byName": {"a": \#(truck), "b": \#(car)}, "deep": {"er": [\#(car)]}}
        """#)
    let main = fleet.main as? HeavyTruck
    #expect(main?.axles == 3 && main?.load == 0 && main?.name == "h")
    #expect((main?.trailer as? Car)?.seats == 4 && (main?.trailer as? Car)?.isCompleted == true)
    #expect((fleet.spare as? Truck)?.load == 2)
    #expect(fleet.all.map { "\(type(of: $0))" } == ["Car", "Vehicle", "HeavyTruck"])
    #expect(fleet.byName["a"] is Truck && fleet.byName["b"] is Car && fleet.deep is Car)
    let response = try Response<[Vehicle]>.decode(
      from: #"{"data": [\#(car)], "meta": {"next": [\#(truck), \#(car)]}}"#)
    #expect(response.data[0] is Car && response.next?[0] is Truck)
    #expect(try Response<Vehicle>.decode(from: #"{"data": \#(truck)}"#).data is Truck)
    #expect(try Vehicle?.decode(from: "null") == nil)
  }

  @Test func eachObjectIsWrittenAsWhatItIs() throws {
    let text =
      #"[{"name":"h","load":1.5,"spec":{"axles":2},"trailer":{"name":"c","seats":1}},{"name":"v"}]"#
    let heavy = HeavyTruck()
    (heavy.name, heavy.load, heavy.axles) = ("h", 1.5, 2)
    let car = Car()
    (car.name, car.seats) = ("c", 1)
    heavy.trailer = car
    let plain = Vehicle()
    plain.name = "v"
    #expect(try [heavy, plain].encodeString() == text)
  }

  @Test func errorsOfChoosingOfPropertiesAndOfHooks() throws {
    #expect(
      errorText { try [Vehicle].decode(from: #"[{"type": "ship", "name": "s"}]"#) }
        == "$[0]: expected a type of vehicle, found 4 letters (line 1, column 2, Vehicle)")
    #expect(
      errorText { try Fleet.decode(from: #"{"main": {"type": "car", "name": "c"}}"#) }
        == "$.main.seats: required key is missing, expected Int (line 1, column 10, Car.seats)")
    #expect(
      errorText { try Fleet.decode(from: #"{"main": {"type": "car", "name": "c", "seats": 0}}"#) }
        == "$.main: expected a seat (line 1, column 10, Car)")
    #expect(
      errorText { try Vehicle.decode(from: "[1]") }
        == "$: expected an object for Vehicle, found an array (line 1, column 1)")
  }

  @Test func choosingAnUnrelatedTypeIsAnErrorAtTheObject() throws {
    #expect(
      errorText { try [Vehicle].decode(from: #"[{"name": "a"}, {"type": "other"}]"#) }
        == "$[1]: modelType(for:in:) chose Other, which is no Vehicle (line 1, column 17, Vehicle)")
    #expect(
      errorText { try Vehicle.decode(from: #"{"type": "number", "x": 1}"#) }
        == "$: modelType(for:in:) chose Number, which is no Vehicle (line 1, column 1, Vehicle)")
    // A subclass inherits the choice, which may lead away from it.
    #expect(
      errorText { try Car.decode(from: #"{"type": "truck", "name": "t"}"#) }
        == "$: modelType(for:in:) chose Truck, which is no Car (line 1, column 1, Car)")
    #expect(
      try Truck.decode(from: #"{"type": "heavy", "name": "h", "spec": {"axles": 1}}"#) is HeavyTruck
    )
  }

  @Test func lossyCollectionsDropObjectsWithoutATypeAndReportThem() throws {
    let text =
      #"[{"type": "ship"}, {"name": "v"}, {"type": "other"}, {"type": "car", "name": "c"}]"#
    var mapper = Mapper()
    mapper.failurePolicy = .lossy
    let vehicles = try [Vehicle].decode(from: text, using: mapper)
    #expect(vehicles.map(\.name) == ["v"])
    let report = [Vehicle].decodeReporting(from: text, using: mapper)
    #expect(
      report.issues.map { "\($0)" } == [
        "$[0]: expected a type of vehicle, found 4 letters (line 1, column 2, Vehicle)",
        "$[2]: modelType(for:in:) chose Other, which is no Vehicle (line 1, column 35, Vehicle)",
        "$[3].seats: required key is missing, expected Int (line 1, column 54, Car.seats)",
      ])
  }

  @Test func malformedDocumentFailsAsSuchWhateverTheViewShows() throws {
    #expect(
      errorText { try Vehicle.decode(from: #"{"type": "car", "name": "c", "seats": 1"#) }
        == "$.seats: expected ',' or '}', found the end of the input (line 1, column 40)")
    #expect(
      errorText { try Vehicle.decode(from: #"{"type": "ca"#) }
        == "$.type: expected a closing quote, found the end of the input (line 1, column 13)")
  }

  @Test func keysFollowTheStrategyAndUnknownOnesThePolicy() throws {
    final class Tricycle: Cycle {
      @Mapped var wheelCount: Int
    }
    class Cycle: Mappable, ModelProviding {
      @Mapped var frameNumber: Int
      required init() {}
      class func modelType(
        for json: JSONView, in context: MappingContext
      ) throws -> any Mappable.Type { Tricycle.self }
    }
    var mapper = Mapper()
    mapper.keyStrategy = .snakeCase
    mapper.unknownKeys = .reject
    let cycles = try [Cycle].decode(
      from: #"[{"frame_number": 1, "wheel_count": 3}]"#, using: mapper)
    #expect((cycles[0] as? Tricycle)?.wheelCount == 3)
    #expect(try cycles.encodeString(using: mapper) == #"[{"frame_number":1,"wheel_count":3}]"#)
    #expect(
      errorText {
        try [Cycle].decode(
          from: #"[{"frame_number": 1, "wheel_count": 3, "bell": 1}]"#, using: mapper)
      } == "$[0].bell: no property has this key (line 1, column 40, Tricycle)")
  }

  @Test func updateKeepsTheObjectWhateverTheDocumentWouldChoose() throws {
    var fleet = try Fleet.decode(from: #"{"main": {"type": "car", "name": "c", "seats": 4}}"#)
    let car = fleet.main
    try fleet.update(from: #"{"main": {"type": "truck", "name": "d"}, "spare": {"name": "s"}}"#)
    #expect(fleet.main === car && car.name == "d" && type(of: fleet.spare) == Vehicle?.self)
    try fleet.update(from: #"{"all": [{"type": "truck", "name": "t"}]}"#)
    #expect(fleet.all[0] is Truck)
  }

  @Test func updatesAndMergePatchesAskOnlyForNewObjects() throws {
    let car = #"{"type": "car", "name": "c", "seats": 4}"#
    let main = try Vehicle.decode(from: car)
    // It would throw for a ship.
    try main.update(from: #"{"type": "ship", "name": "d", "load": 5}"#)
    #expect((main as? Car)?.seats == 4 && main.name == "d")
    try main.apply(mergePatch: #"{"type": "truck", "name": "e", "load": 5}"#)
    #expect((main as? Car)?.seats == 4 && main.name == "e")

    let before = try Fleet.decode(from: #"{"main": \#(car), "byName": {"a": \#(car)}}"#)
    let patch = #"""
      {"main": {"type": "ship", "name": "m"}, "spare": {"type": "truck", "name": "s", "load": 1},
       "byName": {"a": {"type": "truck", "name": "a"}, "b": {"type": "truck", "name": "b"}}}
      """#
    for isPatch in [false, true] {
      var fleet = before
      if isPatch {
        try fleet.apply(mergePatch: patch)
      } else {
        try fleet.update(from: patch)
      }
      #expect(fleet.main === before.main && before.main.name == "m")
      #expect(fleet.byName["a"] === before.byName["a"] && fleet.byName["a"]?.name == "a")
      #expect((fleet.spare as? Truck)?.load == 1 && fleet.byName["b"] is Truck)
    }
  }
}
