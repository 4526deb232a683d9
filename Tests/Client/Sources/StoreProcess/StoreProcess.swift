import Foundation

/// What a store has to survive, with processes that are killed, have no room, or no permission.
///
///     StoreProcess kill file 200 [SEED]   kills a process that writes, 200 times
///     StoreProcess limits                 the rest
///
/// The other arguments are those of the processes that it starts.
@main
enum StoreProcess {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      try run(arguments)
    } catch {
      say("StoreProcess \(arguments.joined(separator: " ")): \(error)")
      exit(1)
    }
  }

  private static func run(_ arguments: [String]) throws {
    func kind() throws -> Kind {
      guard arguments.count > 1, let kind = Kind(rawValue: arguments[1]) else {
        throw Failure("which kind of store?")
      }
      return kind
    }
    switch (arguments.first, arguments.count) {
    case ("kill", 3...4):
      let seed = arguments.dropFirst(3).first.map { UInt32($0) ?? 0 } ?? .random(in: 1 ... .max)
      try Killing.run(kind(), times: Int(arguments[2]) ?? 0, seed: seed)
    case ("write", 3): try Killing.write(kind(), arguments[2])
    case ("limits", 1):
      for kind in Kind.allCases {
        try Limits.full(kind)
        try Limits.fullAtOpening(kind)
        try Limits.unwritable(kind)
        try Limits.throughFile(kind)
        try Sharing.locked(kind)
      }
      try Sharing.alternating()
    case ("unwritable", 3): try Limits.unwritable(kind(), arguments[2])
    case ("attempt", 3): Sharing.attempt(try kind(), arguments[2])
    case ("count", 3): try Sharing.count(arguments[1], times: Int(arguments[2]) ?? 0)
    default: throw Failure("unknown arguments")
    }
  }
}
