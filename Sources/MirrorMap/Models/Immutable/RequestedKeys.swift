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
  /// How many objects were read or written, and how many of them differed from the beginning.
  private var visitCount = 0
  private var missCount = 0

  private init(_ model: ObjectIdentifier) { self.model = model }

  /// What the thread knows of a type's keys; nil if its objects differ too often.
  static func find(
    _ model: Any.Type, in local: ThreadLocal<[RequestedKeys?]>, of thread: ThreadState
  ) -> RequestedKeys? {
    let model = ObjectIdentifier(model)
    let bits = UInt(bitPattern: model)
    let slot = Int(truncatingIfNeeded: bits &>> 4 ^ bits &>> 10) & (slotCount - 1)
    let slots = local.value(in: thread)
    if let known = slots.pointee[slot], known.model == model {
      known.visitCount &+= 1
      return known.missCount <= 16 || known.missCount < known.visitCount / 2 ? known : nil
    }
    let new = RequestedKeys(model)
    slots.pointee[slot] = new
    return new
  }

  /// Whether a key is the one expected at a position.
  // Nothing is called in here, so that no references are counted.
  @inline(__always)
  func isExpected(_ key: String, _ delimiter: String, at position: Int) -> Bool {
    position < keys.count && JSONKey.isIdentical(keys[position], key)
      && JSONKey.isIdentical(delimiter, ".")
  }

  /// Whether a key is a new one after those that are known, and from now on expected there.
  @inline(never)
  func learns(_ key: String, _ delimiter: String, at position: Int) -> Bool {
    guard position == keys.count, position < 64, delimiter == ".", key.utf8.count < 256,
      key.utf8.allSatisfy({
        $0 >= .space && $0 != .quote && $0 != .backslash && $0 != .dot && $0 != UInt8(ascii: "*")
      }), !(0..<position).contains(where: { JSONKey.isEqual(keys[$0], key) })
    else { return false }
    keys.push(key)
    return true
  }

  /// Records that something else followed after some members. After the first few it was worth it all the same.
  func miss(at position: Int) { if position < 3 { missCount &+= 1 } }
}
