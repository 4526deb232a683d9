extension MappableValue {
  /// Updates the value from a JSON document; what is absent from the document stays unchanged.
  ///
  /// In a model, a property whose key is absent keeps its value. `null` makes an optional nil, or
  /// leaves it unchanged (``Mapper/nullsOnUpdate``). Nested models are updated as well, and objects
  /// keep their identity. Dictionaries are updated key by key; arrays and sets are replaced.
  ///
  /// ```swift
  /// try user.update(from: #"{"name": "Grace", "address": {"city": "Arlington"}}"#)
  /// ```
  ///
  /// - Parameters:
  ///   - source: The document: `Data`, `[UInt8]`, `String`, or another ``JSONSource``.
  ///   - keyPath: Where in the document the value is; nil for the whole document.
  ///   - delimiter: The separator of the key path's steps.
  ///   - mapper: Options.
  ///   - context: Values for transforms.
  /// - Throws: ``MappingError``. The value is then unchanged, but objects in it may have changed.
  @inlinable
  public mutating func update(
    from source: some JSONSource, at keyPath: String? = nil, delimiter: String = ".",
    using mapper: Mapper = .default, context: MappingContext = .none
  ) throws {
    self = try updated(from: source, at: keyPath, delimiter, mapper, context)
  }

  /// Applies a JSON Merge Patch (RFC 7396): an update in which `null` removes a value.
  ///
  /// `null` removes a dictionary's member, makes an optional property nil, and resets any other
  /// property to its default. For a required property it's an error.
  ///
  /// ```swift
  /// try user.apply(mergePatch: #"{"email": null, "labels": {"old": null, "new": 1}}"#)
  /// ```
  ///
  /// - Parameters:
  ///   - patch: The document.
  ///   - mapper: Options.
  ///   - context: Values for transforms.
  /// - Throws: ``MappingError``. The value is then unchanged, but objects in it may have changed.
  @inlinable
  public mutating func apply(
    mergePatch patch: some JSONSource, using mapper: Mapper = .default,
    context: MappingContext = .none
  ) throws {
    self = try updated(from: patch, at: nil, ".", mapper, context, isMergePatch: true)
  }
}

extension Mappable where Self: AnyObject {
  /// Updates the object from a JSON document; what is absent from the document stays unchanged.
  ///
  /// The parameters are those of ``MappableValue/update(from:at:delimiter:using:context:)``.
  /// - Throws: ``MappingError``. The object then has the values that were read before the failure;
  ///   their properties are in ``MappingError/updatedProperties``. Malformed JSON changes nothing.
  @inlinable
  public func update(
    from source: some JSONSource, at keyPath: String? = nil, delimiter: String = ".",
    using mapper: Mapper = .default, context: MappingContext = .none
  ) throws {
    _ = try updated(from: source, at: keyPath, delimiter, mapper, context)
  }

  /// Applies a JSON Merge Patch (RFC 7396) to the object: an update in which `null` removes a
  /// value.
  ///
  /// The parameters are those of ``MappableValue/apply(mergePatch:using:context:)``.
  /// - Throws: ``MappingError``. The object then has the values that were read before the failure;
  ///   their properties are in ``MappingError/updatedProperties``.
  @inlinable
  public func apply(
    mergePatch patch: some JSONSource, using mapper: Mapper = .default,
    context: MappingContext = .none
  ) throws {
    _ = try updated(from: patch, at: nil, ".", mapper, context, isMergePatch: true)
  }
}

extension MappableValue {
  @inlinable
  func updated(
    from source: some JSONSource, at keyPath: String?, _ delimiter: String, _ mapper: Mapper,
    _ context: MappingContext, isMergePatch: Bool = false
  ) throws -> Self {
    // An object can't be copied, so the whole document is validated first.
    let path = MappedKey.steps(to: keyPath, delimiter) ?? (Self.self is AnyClass ? [] : nil)
    return try source.withBytes { bytes in
      var session = MappingSession(
        updatingWith: mapper, context: context, isMergePatch: isMergePatch)
      var copy = self
      do throws(MappingError) {
        try DocumentReading.read(
          bytes, at: path, &session, root: ObjectIdentifier(Self.self), ifAbsent: (),
          Self.collectModels
        ) { (reader) throws(MappingError) in
          // Not `reader.update(&copy)`, which updates another instance if the object belongs to it.
          try reader.decode(size: MemoryLayout<Self>.size) { try copy.update(from: &$0) }
        }
        return copy
      } catch {
        throw Self.self is AnyClass ? error : error.withoutUpdated
      }
    }
  }
}

extension MappingError {
  /// The error of an update that has changed nothing.
  @usableFromInline
  var withoutUpdated: MappingError { with { $0.updated = [] } }
}
