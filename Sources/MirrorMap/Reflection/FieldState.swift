/// The state of a mapped property beside its value, in two bytes.
///
///     bit  15 14 …  6  5  4  3  2  1  0
///           1  t …  t  t  t  t  t  t  t   while a plan is being recorded: a token of 15 bits
///           0  · …  U  S  R  D  C  P  P   afterwards: unsaved, stored, replaced, decoded, changed, and the presence
///                                         (absent, null, value)
///
/// The token connects a property that Mirror shows with its position in memory, see
/// ``OffsetProof``. It can outlive the recording in a shared default value; then it reads as absent
/// and unchanged.
@frozen @usableFromInline
package struct FieldState: Equatable, Sendable {
  @usableFromInline package var bits: UInt16

  /// Neither decoded nor assigned.
  @inlinable @inline(__always)
  package init() { bits = 0 }

  @inlinable @inline(__always)
  init(bits: UInt16) { self.bits = bits }

  @usableFromInline package static var tokenFlag: UInt16 { 0x8000 }
  @usableFromInline package static var changedFlag: UInt16 { 0x0004 }
  @usableFromInline static var decodedFlag: UInt16 { 0x0008 }
  @usableFromInline package static var replacedFlag: UInt16 { 0x0010 }
  private static var storedFlag: UInt16 { 0x0020 }
  private static var unsavedFlag: UInt16 { 0x0040 }
  @usableFromInline static var presenceMask: UInt16 { 0x0003 }

  /// Decoded: the key was absent.
  @inlinable package static var absent: FieldState { FieldState(bits: decodedFlag) }
  /// Decoded from `null`.
  @inlinable package static var null: FieldState { FieldState(bits: decodedFlag | 1) }
  /// Decoded from a value.
  @inlinable package static var value: FieldState { FieldState(bits: decodedFlag | 2) }

  /// The token, while there is one.
  @inlinable
  var token: UInt16? { bits & Self.tokenFlag == 0 ? nil : bits }

  @inlinable
  package var isChanged: Bool { bits & (Self.tokenFlag | Self.changedFlag) == Self.changedFlag }

  @inlinable
  package var isNull: Bool { bits & (Self.tokenFlag | Self.presenceMask) == 1 }

  @inlinable
  package var isValue: Bool { bits & (Self.tokenFlag | Self.presenceMask) == 2 }

  /// Whether it was decoded, and the key was absent.
  package var isAbsent: Bool {
    bits & (Self.tokenFlag | Self.decodedFlag | Self.presenceMask) == Self.decodedFlag
  }

  /// Whether the whole value was assigned, rather than something inside of it.
  var isReplaced: Bool { bits & (Self.tokenFlag | Self.replacedFlag) == Self.replacedFlag }

  package var isDecoded: Bool { bits & (Self.tokenFlag | Self.decodedFlag) == Self.decodedFlag }

  /// Whether the value is that of a store's row, and not of a document.
  package var isStored: Bool { bits & (Self.tokenFlag | Self.storedFlag) == Self.storedFlag }

  /// Whether a store has to write the value although the document has none for it: a hook has set it, or a merge patch
  /// has removed the one that was there.
  package var isUnsaved: Bool { bits & (Self.tokenFlag | Self.unsavedFlag) == Self.unsavedFlag }

  /// Marks a value that no document has and no row either.
  mutating func markUnsaved() {
    if bits & Self.tokenFlag == 0 { bits = bits & ~Self.storedFlag | Self.unsavedFlag }
  }

  /// The state of a value that a store's row has.
  package static func stored(_ state: FieldState) -> FieldState {
    FieldState(bits: state.bits | storedFlag)
  }

  /// Marks an assignment, of the whole value or of something inside of it.
  ///
  /// A token stays as long as its recording goes on: what `init()` assigns is a default, not a
  /// change.
  @inlinable @inline(__always)
  package mutating func markChanged(isReplaced: Bool = false) {
    if bits & Self.tokenFlag == 0 {
      bits |= isReplaced ? Self.changedFlag | Self.replacedFlag : Self.changedFlag
    } else if isReplaced {
      replaceToken()
    } else {
      changeToken()
    }
  }

  /// Marks the property as not assigned.
  package mutating func clearChange() {
    if bits & Self.tokenFlag == 0 { bits &= ~(Self.changedFlag | Self.replacedFlag) }
  }

  // Without arguments, as each setter of a client has such a call.
  @usableFromInline
  mutating func changeToken() { endToken(Self.changedFlag) }

  @usableFromInline
  mutating func replaceToken() { endToken(Self.changedFlag | Self.replacedFlag) }

  private mutating func endToken(_ change: UInt16) {
    if Recorder.current?.issued(bits) != true { bits = change }
  }
}
