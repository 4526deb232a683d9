internal import CThreads

/// An access to a variable, which may exclude others.
///
/// The compiler brackets accesses to the properties of objects by two calls of the runtime, unless it can prove that no
/// two of them overlap. The runtime keeps a list of the accesses of each thread that haven't ended:
///
///     modify(&user.names[0]) { … }      user._names: modify      nothing else may access it meanwhile
///
/// Precondition of the calls here: they get addresses to compare, and nothing is read or written there.
@usableFromInline
package enum MemoryAccess {
  case read, modify

  private static let findsLast = mirrormap_finds_last_access() != 0

  /// Whether this thread may have accesses that haven't ended. That's found out without looking at each variable, if the
  /// runtime's list has the form that is expected.
  @usableFromInline
  static var mayBeUnderWay: Bool { unsafe !findsLast || mirrormap_last_access() != nil }
}

extension FieldAddress {
  /// Ends the process, as Swift does, if this thread has an access to the variable at the address that excludes another
  /// one.
  func check(_ access: MemoryAccess) {
    unsafe mirrormap_check_access(pointer, access == .modify ? 1 : 0)
  }
}
