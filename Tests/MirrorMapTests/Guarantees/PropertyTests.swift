import Testing

@testable import TestSupport

struct PropertyTests {
  @Test func smallestFailureIsFoundAndComesBack() throws {
    let property = Property(seed: 3, rounds: 40, maximumSize: 30) {
      $0.many { $0.bool() }
    } fault: {
      $0.count > 5 ? "\($0.count) elements" : nil
    }
    let failure = try #require(property.smallestFailure())
    #expect(failure.size == 6 && failure.fault == "6 elements")
    #expect(failure.description == "seed \(failure.seed), size 6: 6 elements")
    var sampler = Sampler(seed: failure.seed, size: failure.size)
    #expect(sampler.many { $0.bool() }.count == 6)
    #expect(property.smallestFailure()?.seed == failure.seed)
  }

  @Test func errorIsAFault() {
    struct Odd: Error {}
    let property = Property(seed: 1) {
      $0.size
    } fault: { size in
      if size % 2 == 1 { throw Odd() }
      return nil
    }
    #expect(property.smallestFailure().map { "\($0.size) \($0.fault)" } == "1 Odd()")
  }

  @Test func propertyThatHoldsHasNoFailure() {
    #expect(
      Property(seed: 1) {
        $0.string()
      } fault: { _ in
        nil
      }.smallestFailure() == nil)
  }

  @Test func brokenPropertyIsAnIssueThatNamesSeedAndSize() {
    withKnownIssue {
      Property(seed: 1) {
        $0.size
      } fault: { _ in
        "wrong"
      }.check(again: (seed: 17, size: 3))
    } matching: { issue in
      issue.comments.first?.rawValue == "seed 17, size 3: wrong"
    }
  }

  /// Every round tries a value of its own.
  @Test func sizesGrow() {
    var sizes: [Int] = []
    Property(seed: 1, rounds: 5, maximumSize: 8) {
      $0.size
    } fault: {
      sizes.append($0)
      return nil
    }.check()
    #expect(sizes == [0, 2, 4, 6, 8])
  }
}
