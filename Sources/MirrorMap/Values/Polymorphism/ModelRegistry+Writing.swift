extension ModelRegistry {
  /// Encodes a value with the tag of its type.
  ///
  /// - Throws: ``MappingError`` if the value's type wasn't added to the registry, or if the value can't be
  ///   encoded.
  public func encode(_ value: Base, to writer: inout JSONWriter) throws(MappingError) {
    try table.check()
    guard writer.scope.writesAllNulls else { return try write(value, to: &writer) }
    let position = writer.count
    try write(value, to: &writer)
    try removeOthers(since: position, &writer)
  }

  /// Adds `null` for the keys that a value of another type may have in the receiver's document.
  ///
  /// - Parameter position: Where the value begins in the output.
  @inline(never)
  private func removeOthers(
    since position: Int, _ writer: inout JSONWriter
  ) throws(MappingError) {
    let keys: [String] =
      switch tagging {
      case .internal, .untagged: []
      case .adjacent(_, let content): [content]
      case .external: table.entries.compactMap { $0.form.tag?.key }
      }
    guard !keys.isEmpty, writer.written[position] == .openBrace else { return }
    let written = try JSONValue(rereading: writer.written(since: position)).object ?? [:]
    writer.rewind(to: writer.count - 1)
    for key in keys where written[key] == nil {
      writer.writeKey(key)
      writer.encodeNull()
    }
    writer.writeByte(.closeBrace)
    writer.hasUnsortedKeys = true
  }

  @inline(__always)
  private func write(_ value: Base, to writer: inout JSONWriter) throws(MappingError) {
    // Without the conversion, the type of a protocol's value would be the protocol.
    let type = Swift.type(of: value as Any)
    if let entry = table.entry(of: type), try entry.write(value, &writer) { return }
    for entry in table.all {
      if !entry.isModel {
        if try entry.write(value, &writer) { return }
      } else if entry.takes(type) {
        guard try nearest(entry, type).write(value, &writer) else { break }
        return
      }
    }
    let (name, base) = (typeName(of: type), typeName(of: Base.self))
    throw MappingError(
      .notEncodable,
      expected: type == Base.self && !(type is AnyClass)
        ? "no case that was added to the registry of \(base) has this value"
        : "\(name) was not added to the registry of \(base)")
  }

  /// The entry of the nearest superclass among those that take a type.
  private func nearest(_ entry: RegistryEntry<Base>, _ type: Any.Type) -> RegistryEntry<Base> {
    var nearest = entry
    for other in table.entries where other.takes(type) {
      if let model = other.payload, nearest.takes(model) { nearest = other }
    }
    return nearest
  }
}
