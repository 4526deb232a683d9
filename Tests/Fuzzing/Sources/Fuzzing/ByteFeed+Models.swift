import Foundation
import MirrorMap

extension ByteFeed {
  mutating func harbor() -> Harbor {
    var harbor = Harbor()
    harbor.city = string()
    if bool() { harbor.latitude = maybe { $0.double() } }
    if bool() { harbor.longitude = maybe { $0.double() } }
    if bool() { harbor.berths = integer() }
    return harbor
  }

  mutating func freighter(_ depth: Int = 0) -> Freighter {
    let ship = Freighter()
    ship.length = Int(integer(UInt16.self))
    if bool() { ship.decks = maybe { $0.many { $0.integer() } } }
    ship.holds = many { $0.string() }
    if depth < 5, bool() { ship.sister = maybe { $0.freighter(depth + 1) } }
    if bool() { ship.captain = maybe { $0.string() } }
    return ship
  }

  mutating func move() -> Move {
    var move = Move()
    move.x = integer()
    if bool() { move.y = maybe { $0.integer() } }
    return move
  }

  mutating func command() -> Command {
    switch byte() % 3 {
    case 0: .move(move())
    case 1: .say(string())
    default: .stop
    }
  }

  mutating func signal() -> Signal {
    switch byte() % 3 {
    case 0: .move(move())
    case 1: .text(string())
    default: .numbers(many { $0.integer() })
    }
  }

  /// Some of the properties, chosen one by one; the others are left as they are.
  mutating func everything() -> Everything {
    var model = Everything()
    for _ in 0..<(count() + 1) {
      switch byte() % 42 {
      case 0: model.id = maybe { $0.integer() }
      case 1: model.name = maybe { $0.string() }
      case 2: model.age = integer()
      case 3: model.corner = maybe { $0.double() }
      case 4: model.mail = maybe { $0.string() }
      case 5: model.dotted = maybe { $0.bool() }
      case 6: model.slashed = maybe { $0.float() }
      case 7: model.awkward = maybe { $0.string() }
      case 8: model.homeTown = maybe { $0.string() }
      case 9: model.tags = many { $0.string() }
      case 10: model.counts = maybe { $0.many { $0.integer() } }
      case 11: model.holes = maybe { $0.many { feed in feed.maybe { $0.integer() } } }
      case 12: model.table = maybe { $0.many { $0.many { $0.double() } } }
      case 13: model.stock = maybe { $0.dictionary({ $0.string() }, { $0.integer() }) }
      case 14: model.years = maybe { $0.dictionary({ $0.integer() }, { $0.string() }) }
      case 15: model.lights = maybe { Set($0.many { $0.integer() }) }
      case 16: model.big = maybe { $0.integer() }
      case 17: model.decimal = maybe { Decimal($0.integer(Int.self)) / 1000 }
      case 18: model.date = maybe { $0.date() }
      case 19: model.data = maybe { $0.data() }
      case 20:
        model.url = maybe { $0.string() }.flatMap { URL(string: "https://example.org/" + $0) }
      case 21: model.json = [tree()]  // no optional's null, which an option leaves out
      case 22: model.number = maybe { JSONNumber($0.integer(UInt128.self)) }
      case 23: model.mood = maybe { $0.bool() ? .glad : .sad }
      case 24: model.moods = maybe { [$0.bool() ? .glad : .sad: $0.integer()] }
      case 25: model.genre = maybe { $0.bool() ? .jazz : .other }
      case 26: model.either = maybe { $0.many { $0.date() } }
      case 27: model.token = maybe { $0.data() }
      case 28: model.price = maybe { Decimal($0.integer(Int.self)) / 1000 }
      case 29: model.inner = maybe { $0.tide() }
      case 30: model.codable = maybe { Plain(a: $0.integer(), c: $0.maybe { $0.string() }) }
      case 31:
        model.even = maybe { feed in
          feed.dictionary({ $0.string() }, { $0.many { Int($0.integer(Int32.self)) } })
        }
      case 32: model.crew = maybe { $0.many { $0.string() } }
      case 33: model.mate = maybe { $0.harbor() }
      case 34: model.ports = maybe { $0.dictionary({ $0.string() }, { $0.harbor() }) }
      case 35: model.depot = harbor()
      case 36: model.ship = maybe { $0.freighter() }
      case 37: model.command = maybe { $0.command() }
      case 38: model.commands = maybe { $0.many { $0.command() } }
      case 39: model.signals = maybe { $0.many { $0.signal() } }
      case 40: model.guess = maybe { $0.signal() }
      default: model.tide = maybe { $0.tide() }
      }
    }
    return model
  }

  /// Values, and parts of them that have the same contents.
  mutating func overlapping() -> Overlapping {
    var model = Overlapping()
    if bool() {
      model.home = maybe { $0.harbor() }
      model.homeCity = model.home?.city
      model.homeLatitude = model.home?.latitude
    }
    if bool() {
      model.stops = maybe { $0.many { $0.harbor() } }
      if let stop = model.stops?.dropFirst().first { model.secondStop = stop.city }
    }
    return model
  }

  private mutating func tide() -> Tide {
    var tide = Tide()
    tide.high = integer()  // a flattened model without members is decoded as nil
    if bool() { tide.low = maybe { $0.integer() } }
    return tide
  }
}
