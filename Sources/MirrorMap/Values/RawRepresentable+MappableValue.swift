/// Raw representable types, enums above all, are mapped by their raw value:
/// `enum Role: String, MappableValue { case admin, member }`. An unknown raw value is an error, unless the
/// type is ``UnknownCaseProviding``.
extension MappableValue where Self: RawRepresentable, RawValue: MappableValue {
  @inlinable
  public static func decode(from reader: inout JSONReader) throws -> Self {
    try reader.decodeByRawValue(Self.self)
  }

  @inlinable
  public func encode(to writer: inout JSONWriter) throws { try writer.encode(rawValue) }

  public static var shape: ValueShape {
    .rawValue(ValueItself<Self>(), of: .value(RawValue.self))
  }
}

/// An enum with a case for unknown raw values, which a later version of a service can send.
///
/// ```swift
/// enum Role: String, MappableValue, UnknownCaseProviding {
///   case admin, member, other
///   static var unknownCase: Role { .other }
/// }
/// try [Role].decode(from: #"["admin", "owner"]"#)     // [.admin, .other]
/// ```
///
/// With any failure policy, an unknown raw value is an issue and not a failure: reports contain it, and
/// the mapper's logger receives it. A value that isn't of the raw value's type is an error, and so is an
/// unknown key of a dictionary. The unknown raw value isn't stored: encoding writes the raw value of
/// ``unknownCase``.
public protocol UnknownCaseProviding: SendableMetatype {
  /// The case for all unknown raw values.
  static var unknownCase: Self { get }
}

/// The case for all unknown raw values, if a type has one.
// Looked for at run time, so types pay for it only when it's needed.
@usableFromInline
func unknownCase<Value>(of type: Value.Type) -> Value? {
  (type as? any UnknownCaseProviding.Type)?.unknownCase as? Value
}

extension JSONReader {
  /// Reads a value by its raw value.
  @inlinable @inline(__always)
  mutating func decodeByRawValue<Value: RawRepresentable>(
    _ type: Value.Type
  ) throws(MappingError) -> Value where Value.RawValue: MappableValue {
    let position = cursor
    let raw: Value.RawValue
    do throws(MappingError) {
      raw = try decode(Value.RawValue.self)
    } catch {
      throw nullFailure(of: type, at: position, error)
    }
    if let text = raw as? String { try checkComparable(text, at: position) }
    if let value = Value(rawValue: raw) { return value }
    return try unknownCase(of: type, at: position)
  }

  /// The error of a raw value, with the name of its type if the value is `null`, as other types have it.
  @inline(never) @usableFromInline
  func nullFailure(
    of type: Any.Type, at position: BytePointer, _ error: MappingError
  ) -> MappingError {
    guard error.code == .unexpectedNull, error.byteOffset == position - start else { return error }
    return error.with { $0.expected = typeName(of: type) }
  }

  /// The case for a raw value that a type doesn't have.
  ///
  /// - Parameter position: where the raw value begins.
  /// - Throws: ``MappingError`` if the type has nothing for it.
  @inline(never)
  @usableFromInline
  mutating func unknownCase<Value>(
    of type: Value.Type, at position: BytePointer
  ) throws(MappingError) -> Value {
    guard let value = MirrorMap.unknownCase(of: type) else {
      throw unknownRawValue(of: type, at: position)
    }
    if scope.keepsIssues { report(unknownRawValue(of: type, at: position)) }
    return value
  }

  private func unknownRawValue(of type: Any.Type, at position: BytePointer) -> MappingError {
    failure(
      .invalidValue, at: position,
      expected: rawValueTexts.value(of: type) { rawValueText(of: type) }.pointee,
      found: "one that it does not have")
  }
}

/// What is expected of raw values. A list with unknown ones has one failure for each.
private let rawValueTexts = TypeTable<String>()

private func rawValueText(of type: Any.Type) -> String {
  let cases = (type as? any CaseIterable.Type).map { rawValues(of: $0) } ?? []
  return "a raw value of \(typeName(of: type))"
    + (cases.isEmpty ? "" : " (\(cases.listed(with: "or")))")
}

/// The raw values of the first cases of a type as text, and `…` for further ones.
private func rawValues<Cases: CaseIterable>(of type: Cases.Type) -> [String] {
  let values = type.allCases.prefix(11).compactMap { ($0 as? any RawRepresentable)?.rawValue }
  let texts = values.prefix(10).map { ($0 as? String)?.shortened.quoted ?? "\($0)".shortened }
  return values.count > 10 ? texts + ["…"] : texts
}
