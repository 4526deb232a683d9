import Foundation

/// A text that two values share only if they are the same to the bit: also the sign of zero, the
/// payload of NaN and the normalization of strings, which `==` doesn't tell apart.
struct ValueFingerprint: Equatable, CustomStringConvertible {
  private(set) var description = ""

  /// Whether there is a number in the value that isn't equal to itself.
  private(set) var hasNaN = false

  init(_ value: Any) { write(value) }

  private mutating func write(_ value: Any) {
    switch value {
    case let value as Double: write("Double", value, value.bitPattern)
    case let value as Float: write("Float", value, value.bitPattern)
    case let value as CGFloat: write("CGFloat", value.native, value.native.bitPattern)
    #if !os(macOS) || arch(arm64)
      case let value as Float16: write("Float16", value, value.bitPattern)
    #endif
    case let value as String: description += "String \(Array(value.utf8)) \(value)"
    case let value as Data: description += "Data \(Array(value))"
    case let value as Date:
      let seconds = value.timeIntervalSinceReferenceDate
      write("Date", seconds, seconds.bitPattern)
    case let value as URL:
      description += "URL \(value.relativeString) \(value.baseURL?.absoluteString ?? "")"
    case let value as Decimal: description += "Decimal \(value) e\(value.exponent)"
    default: writeParts(value)
    }
  }

  private mutating func write(
    _ type: String, _ number: some BinaryFloatingPoint, _ bits: some BinaryInteger
  ) {
    description += "\(type) \(String(bits, radix: 16))"
    if number.isNaN { hasNaN = true }
  }

  private mutating func writeParts(_ value: Any) {
    let mirror = Mirror(reflecting: value)
    description += "\(type(of: value))"
    guard !mirror.children.isEmpty || mirror.superclassMirror != nil else {
      // An object's own description could be its address.
      if mirror.displayStyle != .class { description += " \(String(reflecting: value))" }
      return
    }
    var parts = parts(mirror)
    if mirror.displayStyle == .set || mirror.displayStyle == .dictionary { parts.sort() }
    var parent = mirror.superclassMirror
    while let mirror = parent {
      parts += self.parts(mirror)
      parent = mirror.superclassMirror
    }
    description += "(" + parts.joined(separator: ", ") + ")"
  }

  private mutating func parts(_ mirror: Mirror) -> [String] {
    mirror.children.map { child in
      let part = ValueFingerprint(child.value)
      if part.hasNaN { hasNaN = true }
      return (child.label.map { "\($0): " } ?? "") + part.description
    }
  }
}
