#if Foundation
  import Foundation

  extension MappableValue {
    /// Decodes a value from the objects of `JSONSerialization` or another parser: dictionaries,
    /// arrays, strings, numbers, and `NSNull`.
    ///
    /// - Parameters:
    ///   - object: An object such as a `[String: Any]`.
    ///   - keyPath: Where in the document the value is; nil for the whole document.
    ///   - delimiter: The separator of the key path's steps.
    ///   - mapper: Options.
    ///   - context: Values for transforms.
    /// - Throws: ``MappingError`` without a line and column.
    /// - Complexity: O(n). The object is written as JSON first.
    public static func decode(
      fromObject object: Any, at keyPath: String? = nil, delimiter: String = ".",
      using mapper: Mapper = .default, context: MappingContext = .none
    ) throws -> Self {
      try JSONValue.withBytes(ofObject: object) { bytes in
        try decode(from: bytes, at: keyPath, delimiter: delimiter, using: mapper, context: context)
      }
    }

    /// Updates the value from the objects of `JSONSerialization` or another parser; what is absent
    /// from them stays unchanged.
    ///
    /// ```swift
    /// try user.update(fromObject: ["name": "Grace", "address": ["city": "Arlington"]])
    /// ```
    ///
    /// - Parameters:
    ///   - object: An object such as a `[String: Any]`.
    ///   - keyPath: Where in the document the value is; nil for the whole document.
    ///   - delimiter: The separator of the key path's steps.
    ///   - mapper: Options.
    ///   - context: Values for transforms.
    /// - Throws: ``MappingError`` without a line and column. The value is then unchanged, but objects
    ///   in it may have changed.
    /// - Complexity: O(n). The object is written as JSON first.
    public mutating func update(
      fromObject object: Any, at keyPath: String? = nil, delimiter: String = ".",
      using mapper: Mapper = .default, context: MappingContext = .none
    ) throws {
      self = try JSONValue.withBytes(ofObject: object) { bytes in
        try updated(from: bytes, at: keyPath, delimiter, mapper, context)
      }
    }

    /// Encodes the value as Foundation objects: `[String: Any]`, `[Any]`, strings, numbers, and
    /// `NSNull`.
    ///
    /// The parameters are those of ``encode(options:using:context:)``. The layout has no effect.
    /// - Throws: ``MappingError`` with the path of a value that can't be written.
    public func encodeObject(
      options: EncodingOptions = [], using mapper: Mapper = .default,
      context: MappingContext = .none
    ) throws -> Any {
      let data = try encode(
        options: options.subtracting(.layoutOptions), using: mapper, context: context)
      return try data.withBytes { try JSONValue(rereading: $0) }.foundationObject
    }

    fileprivate func encodeMembers(
      _ options: EncodingOptions, _ mapper: Mapper, _ context: MappingContext
    ) throws -> [String: Any] {
      let object: Any = try encodeObject(options: options, using: mapper, context: context)
      guard let members = object as? [String: Any] else {
        throw MappingError(
          .notEncodable, expected: "the model wrote something other than an object")
      }
      return members
    }
  }

  extension Mappable {
    /// Encodes the model as a dictionary of Foundation objects, as
    /// ``MappableValue/encodeObject(options:using:context:)`` does.
    ///
    /// - Throws: ``MappingError`` with the path of a value that can't be written, or if the model's own
    ///   `encode(to:)` writes something other than an object.
    public func encodeObject(
      options: EncodingOptions = [], using mapper: Mapper = .default,
      context: MappingContext = .none
    ) throws -> [String: Any] {
      try encodeMembers(options, mapper, context)
    }
  }

  extension ImmutableMappable {
    /// Encodes the model as a dictionary of Foundation objects, as
    /// ``MappableValue/encodeObject(options:using:context:)`` does.
    ///
    /// - Throws: ``MappingError`` with the path of a value that can't be written.
    public func encodeObject(
      options: EncodingOptions = [], using mapper: Mapper = .default,
      context: MappingContext = .none
    ) throws -> [String: Any] {
      try encodeMembers(options, mapper, context)
    }
  }

  extension Mappable where Self: AnyObject {
    /// Updates the object from the objects of `JSONSerialization` or another parser; what is absent
    /// from them stays unchanged.
    ///
    /// The parameters are those of ``MappableValue/update(fromObject:at:delimiter:using:context:)``.
    /// - Throws: ``MappingError``. The object then has the values that were read before the failure;
    ///   their properties are in ``MappingError/updatedProperties``.
    public func update(
      fromObject object: Any, at keyPath: String? = nil, delimiter: String = ".",
      using mapper: Mapper = .default, context: MappingContext = .none
    ) throws {
      _ = try JSONValue.withBytes(ofObject: object) { bytes in
        try updated(from: bytes, at: keyPath, delimiter, mapper, context)
      }
    }
  }

  extension JSONValue {
    /// Reads the objects of another parser, as the JSON that they stand for.
    ///
    /// - Throws: ``MappingError`` without a place in that JSON, which the user doesn't have.
    package static func withBytes<Result>(
      ofObject object: Any, _ body: ([UInt8]) throws -> Result
    ) throws -> Result {
      let bytes = try JSONValue(foundation: object).encodeBytes()
      do {
        return try body(bytes)
      } catch let error as MappingError {
        throw error.withoutPlace
      }
    }
  }
#endif
