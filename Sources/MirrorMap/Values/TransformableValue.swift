import Foundation

/// A type whose form in JSON a mapper can change for all properties at once: `Date`, `Data`, `URL`,
/// `UUID` and `Decimal`; see ``Mapper/setTransform(_:)``.
public protocol TransformableValue: MappableValue {}

extension Date: TransformableValue {}
extension Data: TransformableValue {}
extension URL: TransformableValue {}
extension UUID: TransformableValue {}
extension Decimal: TransformableValue {}

extension Mapper {
  /// Reads and writes all values of a type with a transform, or another coding, unless their property
  /// has one of its own.
  ///
  /// ```swift
  /// var mapper = Mapper()
  /// mapper.setTransform(.unixSeconds)       // dates
  /// mapper.setTransform(.decimalText)       // decimal numbers
  /// ```
  ///
  /// - Parameter transform: of `Date`, `Data`, `URL`, `UUID` or `Decimal`.
  public mutating func setTransform<Coding: ValueCoding>(_ transform: Coding)
  where Coding.Value: TransformableValue {
    self[transformFor: ObjectIdentifier(Coding.Value.self)] = transform
  }

  /// The transform for all values of a type.
  func transform<Value>(for type: Value.Type) -> (any ValueCoding<Value>)? {
    self[transformFor: ObjectIdentifier(type)] as? any ValueCoding<Value>
  }
}

extension JSONReader {
  /// Reads a value with the mapper's transform for its type.
  ///
  /// - Returns: nil if there is none; nothing has been read then.
  @inline(__always)
  mutating func readTransformed<Value: TransformableValue>(
    _ type: Value.Type
  ) throws(MappingError) -> Value? {
    guard sharedSession.pointee.hasTransforms else { return nil }
    return try readWithTransform(type)
  }

  @inline(never)
  private mutating func readWithTransform<Value: TransformableValue>(
    _ type: Value.Type
  ) throws(MappingError) -> Value? {
    // A transform that reads the very type from JSON reads it in the usual form.
    guard !scope.isTransforming, let coding = mapper.transform(for: type) else { return nil }
    scope.isTransforming = true
    defer { scope.isTransforming = false }
    let position = cursor
    do {
      return try handOut { try coding.decode(from: &$0) }
    } catch {
      throw wrap(error, at: position)
    }
  }
}

extension JSONWriter {
  /// Writes a value with the mapper's transform for its type.
  ///
  /// - Returns: false if there is none; nothing has been written then.
  @inline(__always)
  mutating func writeTransformed<Value: TransformableValue>(
    _ value: Value
  ) throws(MappingError) -> Bool {
    guard sharedSession.pointee.hasTransforms else { return false }
    return try writeWithTransform(value)
  }

  @inline(never)
  private mutating func writeWithTransform<Value: TransformableValue>(
    _ value: Value
  ) throws(MappingError) -> Bool {
    let mapper = sharedSession.pointee.mapper
    guard !scope.isTransforming, let coding = mapper.transform(for: Value.self) else {
      return false
    }
    scope.isTransforming = true
    defer { scope.isTransforming = false }
    do {
      try handOut { try coding.encode(value, to: &$0) }
    } catch {
      throw wrap(error)
    }
    return true
  }
}
