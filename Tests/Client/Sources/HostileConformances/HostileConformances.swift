import Foundation

// Conformances that lie, swap what they are given, publish themselves and call back. Without
// arguments, runs all scenarios that have to be harmless; `--confined` leaves out those in which
// threads share an object; `--traps` prints the names and messages of those that have to end the
// process; a name runs that scenario. `../../hostile` runs all of it under sanitizers.

@main
struct HostileConformances {
  static let scenarios: [Scenario] =
    Swapping.scenarios + Lying.scenarios + Reentrancy.scenarios + Actors.scenarios
    + SelfPublishing.scenarios + InPlace.scenarios + ForeignAccess.scenarios
    + HostileDecodables.scenarios + HostileEncodables.scenarios
    + OverlappingAccess.scenarios

  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    switch arguments.first {
    case nil: runHarmless(scenarios)
    case "--confined": runHarmless(scenarios.filter(\.isConfined))
    case "--traps":
      for scenario in scenarios {
        switch scenario.outcome {
        case .harmless: break
        case .trap(let message): print("\(scenario.name)\tFatal error: \(message)")
        case .conflict: print("\(scenario.name)\tFatal access conflict detected")
        }
      }
    case let name?:
      guard let scenario = scenarios.first(where: { $0.name == name }) else {
        print("There is no scenario \(name).")
        exit(2)
      }
      do {
        try scenario.run()
        print("\(name): nothing happened")
      } catch {
        print("\(name): \(error)")
      }
    }
  }

  private static func runHarmless(_ scenarios: [Scenario]) {
    var count = 0
    var failures: [String] = []
    for scenario in scenarios {
      guard case .harmless = scenario.outcome else { continue }
      count += 1
      // The last line says which one did not come to an end.
      FileHandle.standardError.write(Data("\(scenario.name)\n".utf8))
      do {
        try scenario.run()
      } catch {
        failures.append("\(scenario.name): \(error)")
      }
    }
    print("HostileConformances: \(count - failures.count) of \(count) scenarios are harmless")
    guard !failures.isEmpty else { return }
    print(failures.joined(separator: "\n"))
    exit(1)
  }
}
