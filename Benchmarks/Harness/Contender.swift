import Synchronization

/// One piece of work that can be measured again and again.
struct Contender {
  enum Work {
    /// One run. It hands its result to ``blackHole(_:)``; releasing the result is part of the work.
    case timed(() throws -> Void)
    /// One run that returns the seconds until its result was there; releasing it comes afterwards.
    case stopped(() throws -> Double)
    /// Measures itself in a process of its own: the cost of one item.
    case measuring(() throws -> Double)
  }

  let name: String
  /// The number of bytes, documents or keys (see ``Metric``) that one run processes.
  let items: Int
  let work: Work

  init(_ name: String, items: Int, run: @escaping () throws -> Void) {
    self.init(name, items: items, work: .timed(run))
  }

  private init(_ name: String, items: Int, work: Work) {
    self.name = name
    self.items = items
    self.work = work
  }

  /// A contender that is timed until its result is there.
  static func untilResult<Result>(
    _ name: String, items: Int, make: @escaping () throws -> Result
  ) -> Contender {
    let work = Work.stopped {
      let clock = ContinuousClock()
      let start = clock.now
      let result = try make()
      let time = clock.now - start
      blackHole(result)
      return time / .seconds(1)
    }
    return Contender(name, items: items, work: work)
  }

  /// A contender whose runs return the seconds that count.
  static func untilStopped(
    _ name: String, items: Int, run: @escaping () throws -> Double
  ) -> Contender {
    Contender(name, items: items, work: .stopped(run))
  }

  static func inFreshProcess(
    _ name: String, items: Int, measure: @escaping () throws -> Double
  ) -> Contender {
    Contender(name, items: items, work: .measuring(measure))
  }
}

private let lastSeen = Atomic<UInt>(0)

/// Consumes a result so that the optimizer cannot leave out the work that made it.
///
/// The value's address is published with release order: as far as the compiler can tell, another
/// thread may now read every byte of it.
@inline(never)
func blackHole<Value>(_ value: Value) {
  withUnsafePointer(to: value) { pointer in
    lastSeen.store(UInt(bitPattern: pointer), ordering: .releasing)
  }
}
