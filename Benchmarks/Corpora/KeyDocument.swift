import Foundation

/// A document for the classes of `Models/Lookup`: objects of numbers, with as many keys as wanted.
///
///     [{"payment_street":17,"session_zip_code":4,…},…]
struct KeyDocument {
  let data: Data
  /// All keys of all objects.
  let keyCount: Int
  /// What is left of it when it has gone through the models: known keys only, in order.
  let expected: String

  init(known: Int, unknown: Int, objects: Int, isShuffled: Bool) {
    var random = SeededGenerator(seed: UInt64(known + unknown))
    var texts: [String] = []
    var expected: [String] = []
    for _ in 0..<objects {
      let members = LookupKeys.all[..<known].map { "\"\($0)\":\(random.below(1_000))" }
      expected.append("{\(members.joined(separator: ","))}")
      var all = members + LookupKeys.unknown[..<unknown].map { "\"\($0)\":\(random.below(1_000))" }
      if isShuffled { random.shuffle(&all) }
      texts.append("{\(all.joined(separator: ","))}")
    }
    data = Data("[\(texts.joined(separator: ","))]".utf8)
    keyCount = objects * (known + unknown)
    self.expected = "[\(expected.joined(separator: ","))]"
  }
}
