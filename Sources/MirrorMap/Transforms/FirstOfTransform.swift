/// Several transforms, or other codings; the first that can read a value is used.
///
/// What they read may be of different JSON types. Writing is left to the first one.
///
/// ```swift
/// @Mapped("at", transform: .firstOf(.iso8601, .unixSeconds, .date(format: "yyyy-MM-dd HH:mm")))
/// var at: Date
/// ```
///
/// If none fits, the error says what all of them expected; or, if one of them failed inside of the
/// value, what was wrong there. Each is tried strictly, whatever the mapper's policy. Text that is not JSON, more
/// nesting than allowed, and wrong declarations are errors at once.
public struct FirstOfTransform<Value>: ValueCoding {
  /// A coding, and those after it. The runtime would look up the type of a generic array's elements at each access.
  private final class Way: Sendable {
    let coding: any ValueCoding<Value>
    let next: Way?

    init(_ coding: any ValueCoding<Value>, before next: Way?) {
      self.coding = coding
      self.next = next
    }
  }

  private let first: Way
  private let count: Int

  private var codings: some Sequence<any ValueCoding<Value>> {
    sequence(first: first, next: \.next).lazy.map(\.coding)
  }

  /// Makes a transform.
  ///
  /// - Parameters:
  ///   - first: the coding that is tried first, and writes.
  ///   - others: further codings, in the order in which they are tried.
  public init(_ first: any ValueCoding<Value>, _ others: [any ValueCoding<Value>]) {
    self.first = Way(first, before: others.reversed().reduce(nil) { Way($1, before: $0) })
    count = 1 + others.count
  }

  public var acceptsNull: Bool { codings.contains { $0.acceptsNull } }

  public func isNone(_ value: Value) -> Bool { first.coding.isNone(value) }

  public func decode(from reader: inout JSONReader) throws -> Value {
    var next: Way? = first
    return try reader.readInFirstWay(of: count, "values that may have several forms") {
      (reader) throws(MappingError) in
      let way = next ?? first
      next = way.next
      return try reader.decode(with: way.coding)
    } orElse: { (failures, reader) throws(MappingError) in
      throw Self.failure(failures, at: reader.failure(.typeMismatch))
    }
  }

  /// One error that says what each of several says.
  private static func failure(
    _ failures: [MappingError], at start: MappingError
  ) -> MappingError {
    // Whichever came further knows more than that the value as a whole is wrong.
    if let furthest = failures.max(by: { $0.byteOffset ?? 0 < $1.byteOffset ?? 0 }),
      furthest.byteOffset ?? 0 > start.byteOffset ?? 0
    {
      return furthest
    }
    var expectations: [String] = []
    for expected in failures.compactMap(\.expected) where !expectations.contains(expected) {
      expectations.append(expected)
    }
    // One of them may have found a value of the right type with the wrong content.
    let closest = failures.first { $0.code != .typeMismatch } ?? failures.first
    return start.with {
      $0.code = closest?.code ?? .typeMismatch
      $0.expected = expectations.isEmpty ? nil : expectations.joined(separator: " or ")
      $0.found = closest?.found ?? failures.lazy.compactMap(\.found).first
      $0.underlying = failures.lazy.compactMap(\.underlying).first
    }
  }

  public func encode(_ value: Value, to writer: inout JSONWriter) throws {
    try first.coding.encode(value, to: &writer)
  }

  public var _access: _ValueAccess {
    _ValueAccess(
      Self.self,
      .collected { models in
        for coding in codings { coding.collectModels(into: &models) }
      })
  }

  public var shape: ValueShape { .anyOf(codings.map(\.shape)) }
}

// One function for each number of codings: a list would have to be of one type, and Swift has no
// parameter packs yet whose elements agree on a value.
extension ValueCoding {
  /// Decodes with the first of two transforms that fits, and always encodes with the first one.
  public static func firstOf<Value>(
    _ first: some ValueCoding<Value>, _ second: some ValueCoding<Value>
  ) -> FirstOfTransform<Value> where Self == FirstOfTransform<Value> {
    FirstOfTransform(first, [second])
  }

  /// Decodes with the first of three transforms that fits, and always encodes with the first one.
  public static func firstOf<Value>(
    _ first: some ValueCoding<Value>, _ second: some ValueCoding<Value>,
    _ third: some ValueCoding<Value>
  ) -> FirstOfTransform<Value> where Self == FirstOfTransform<Value> {
    FirstOfTransform(first, [second, third])
  }

  /// Decodes with the first of four transforms that fits, and always encodes with the first one.
  public static func firstOf<Value>(
    _ first: some ValueCoding<Value>, _ second: some ValueCoding<Value>,
    _ third: some ValueCoding<Value>, _ fourth: some ValueCoding<Value>
  ) -> FirstOfTransform<Value> where Self == FirstOfTransform<Value> {
    FirstOfTransform(first, [second, third, fourth])
  }

  /// Decodes with the first of five transforms that fits, and always encodes with the first one.
  public static func firstOf<Value>(
    _ first: some ValueCoding<Value>, _ second: some ValueCoding<Value>,
    _ third: some ValueCoding<Value>, _ fourth: some ValueCoding<Value>,
    _ fifth: some ValueCoding<Value>
  ) -> FirstOfTransform<Value> where Self == FirstOfTransform<Value> {
    FirstOfTransform(first, [second, third, fourth, fifth])
  }
}
