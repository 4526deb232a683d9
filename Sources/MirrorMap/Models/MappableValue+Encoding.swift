import EssentialFoundation

extension MappableValue {
  /// Encodes the value as JSON.
  ///
  /// - Parameters:
  ///   - options: Layout and nulls; compact by default.
  ///   - mapper: Its key strategy, transforms, and maximum depth apply.
  ///   - context: Values for transforms.
  /// - Returns: UTF-8 bytes.
  /// - Throws: ``MappingError`` with the path of a value that can't be written, or with code
  ///   `.depthLimit` for more nesting than ``Mapper/maximumDepth`` allows, as objects in a cycle have.
  /// - Complexity: O(n) in the size of the JSON. It's written to one growing buffer, which isn't
  ///   copied.
  @inlinable
  public func encode(
    options: EncodingOptions = [], using mapper: Mapper = .default,
    context: MappingContext = .none
  ) throws -> Data {
    try DocumentWriting.write(self, options, mapper, context) { try $0.encode(to: &$1) }
  }

  /// Encodes the value as JSON in a string.
  ///
  /// The parameters are those of ``encode(options:using:context:)``.
  /// - Throws: ``MappingError`` with the path of a value that can't be written.
  @inlinable
  public func encodeString(
    options: EncodingOptions = [], using mapper: Mapper = .default,
    context: MappingContext = .none
  ) throws -> String {
    try DocumentWriting.string(of: self, options, mapper, context) { try $0.encode(to: &$1) }
  }

  /// Encodes the value as JSON in an array of UTF-8 bytes.
  ///
  /// The parameters are those of ``encode(options:using:context:)``.
  /// - Throws: ``MappingError`` with the path of a value that can't be written.
  @inlinable
  public func encodeBytes(
    options: EncodingOptions = [], using mapper: Mapper = .default,
    context: MappingContext = .none
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try encode(into: &bytes, options: options, using: mapper, context: context)
    return bytes
  }

  /// Encodes the value as JSON into a buffer that you can use again.
  ///
  /// ```swift
  /// var buffer: [UInt8] = []
  /// for event in events {
  ///   try event.encode(into: &buffer)
  ///   try file.write(contentsOf: buffer)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - buffer: Its content is replaced with the UTF-8 bytes of the JSON; its capacity is kept. If
  ///     encoding fails, it's unchanged.
  ///   - options: Layout and nulls; compact by default.
  ///   - mapper: Its key strategy, transforms, and maximum depth apply.
  ///   - context: Values for transforms.
  /// - Throws: ``MappingError`` with the path of a value that can't be written.
  /// - Complexity: O(n) in the size of the JSON. Once a `[UInt8]` is large enough, no memory is
  ///   allocated for documents of up to 1 MiB, which is the most that each thread keeps for the
  ///   next document. A `Data` allocates twice.
  @inlinable
  public func encode<Buffer: RangeReplaceableCollection<UInt8>>(
    into buffer: inout Buffer, options: EncodingOptions = [], using mapper: Mapper = .default,
    context: MappingContext = .none
  ) throws {
    try DocumentWriting.pass(
      self, options, mapper, context, { try $0.encode(to: &$1) },
      to: {
        buffer.removeAll(keepingCapacity: true)
        buffer.append(contentsOf: $0)
      })
  }

  /// Returns the smallest JSON Merge Patch (RFC 7396) that changes an earlier state of the value to
  /// this one.
  ///
  /// ```swift
  /// let before = user
  /// user.address.city = "Arlington"
  /// let patch = try user.mergePatch(since: before)      // {"address": {"city": "Arlington"}}
  /// ```
  ///
  /// - Parameters:
  ///   - earlier: The state that the receiver of the patch has.
  ///   - mapper: Its key strategy, transforms, and maximum depth apply.
  ///   - context: Values for transforms.
  /// - Returns: The patch. A value that isn't an object, such as an array, is its own patch, even if it hasn't changed.
  ///   For an object, it's `{}` if nothing has changed, except that a `Set` in a value with the transform `.codable()` may be
  ///   written in another order. The receiver removes what is to be `null`, because the RFC has no other meaning for
  ///   `null`.
  /// - Throws: ``MappingError`` with the path of a value that can't be written.
  public func mergePatch(
    since earlier: Self, using mapper: Mapper = .default, context: MappingContext = .none
  ) throws -> Data {
    var after = try orderedJSON(.nullsOmitted, mapper, context)
    guard after.first == .openBrace else { return Data(after) }
    var before = try earlier.orderedJSON(.nullsOmitted, mapper, context)
    if before == after { return Data("{}".utf8) }
    let changed = try before.withBytes { (before) throws(MappingError) in
      try after.withBytes { (after) throws(MappingError) in
        try before.withoutMembersInCommon(with: after)
      }
    }
    if let changed { (before, after) = changed }
    func tree(_ json: [UInt8]) throws -> JSONValue {
      try json.withBytes { try JSONValue(rereading: $0) }
    }
    var plain = Mapper()
    plain.maximumDepth = mapper.maximumDepth
    return try tree(before).mergePatch(to: tree(after)).encode(using: plain)
  }
}
