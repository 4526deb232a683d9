#if canImport(ObjectiveC)
  import ObjectiveC
#endif

/// Asks the runtime how large the instances of a class are.
enum ClassExtents {
  static func instanceSize(of type: AnyClass) -> Int {
    #if canImport(ObjectiveC)
      return class_getInstanceSize(type)
    #else
      return Int(swiftClassInstanceExtents(type).positive)
    #endif
  }
}

#if !canImport(ObjectiveC)
  /// The runtime's own answer, which the standard library's `ManagedBuffer` relies on as well.
  @_silgen_name("_swift_getSwiftClassInstanceExtents")
  private func swiftClassInstanceExtents(_ type: AnyClass) -> (negative: UInt, positive: UInt)
#endif
