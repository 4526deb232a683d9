/// The keys that the models of one type request from their objects, or set in them, in this order.
///
/// An initializer mostly requests the same keys each time, and documents mostly have them in the same order:
///
///     init(from:)   "id"  "name"  "tags"         requested before   id · name · tags
///     document      {"id": 7, "name": "Ann", "tags": [], "size": 3}
///
/// A key that was requested at the same place before, as the very same string, is known to be a single key, no
/// path, to need no escapes, and to be another one than all before it. If it is also the key of the next member,
/// nothing has to be recorded. So keys are only ever added, for objects may be read inside of each other.
final class RequestedKeys {
  static let ofReaders = ThreadLocal { [RequestedKeys?](repeating: nil, count: slotCount) }
  static let ofWriters = ThreadLocal { [RequestedKeys?](repeating: nil, count: slotCount) }
  private static let slotCount = 64

  private let model: ObjectIdentifier
  private let keys = HeapStack<String>(capacity: 16)
  /// How many models have requested another key than expected.
  private var missCount = 0

  private init(_ model: ObjectIdentifier) { self.model = model }

  /// What the thread knows of a type's keys.
  static func find(
    _ model: Any.Type, in local: ThreadLocal<[RequestedKeys?]>, of thread: ThreadState
  ) -> RequestedKeys {
    let model = ObjectIdentifier(model)
    let bits = UInt(bitPattern: model)
    let slot = Int(truncatingIfNeeded: bits &>> 4 ^ bits &>> 10) & (slotCount - 1)
    let slots = local.value(in: thread)
    if let known = slots.pointee[slot], known.model == model, known.missCount < 64 { return known }
    let new = RequestedKeys(model)
    slots.pointee[slot] = new
    return new
  }

  /// Whether a key is the one expected at a position, or a new one that is kept.
  @inline(__always)
  func expects(_ key: String, _ delimiter: String, at position: Int) -> Bool {
    guard JSONKey.isIdentical(delimiter, ".") else { return false }
    if position < keys.count, JSONKey.isIdentical(keys[position], key) { return true }
    return learns(key, at: position)
  }

  @inline(never)
  private func learns(_ key: String, at position: Int) -> Bool {
    guard position == keys.count, position < 64, key.utf8.count < 256,
      key.utf8.allSatisfy({
        $0 >= .space && $0 != .quote && $0 != .backslash && $0 != .dot && $0 != UInt8(ascii: "*")
      }), !(0..<position).contains(where: { JSONKey.isEqual(keys[$0], key) })
    else {
      missCount &+= 1
      return false
    }
    keys.push(key)
    return true
  }
}
