public struct ValueShape: Sendable {
  func forEachModel(_ body: (any Mappable.Type) -> Void) {}
}
extension MappableValue {
  public static var shape: ValueShape { ValueShape() }
}
extension ValueCoding {
  public var shape: ValueShape { ValueShape() }
}
