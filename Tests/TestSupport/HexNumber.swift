import MirrorMap

/// An example of a user's own transform.
struct HexNumber: Transform {
  func decode(_ json: String) throws -> Int {
    guard let value = Int(json, radix: 16) else {
      throw MappingError(expected: "a hexadecimal number")
    }
    return value
  }

  func encode(_ object: Int) -> String { String(object, radix: 16) }
}
