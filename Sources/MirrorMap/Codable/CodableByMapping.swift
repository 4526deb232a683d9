import EssentialFoundation

/// A mapped model that is `Codable` by its mapping: with its keys, key paths, and transforms.
///
/// Declare the conformance, and write nothing else. The model can then be a part of `Codable` types, and be passed to
/// everything that takes these.
///
/// ```swift
/// extension User: CodableByMapping {}
///
/// let users = try MappingDecoder().decode([String: User].self, from: data)
/// let list = try PropertyListEncoder().encode(users)
/// ```
///
/// A ``MappingDecoder`` or ``MappingEncoder`` reads and writes the model's JSON in place. Other decoders decode the
/// types of the model's properties, which are converted to JSON, and other encoders encode a ``JSONValue``. Subclasses
/// inherit the conformance.
///
/// Key strategies of a coder don't apply to a model. Those of ``MappingDecoder/mapper`` and ``MappingEncoder/mapper`` do.
public protocol CodableByMapping: Mappable, Codable {}

extension CodableByMapping {
  /// Decodes the model by its mapping, from a coder of MirrorMap or of another library.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? NodeDecoder {
      self = try decoder.decodeModel(Self.self)
    } else {
      do {
        self = try DecoderConversion(of: Self.self, from: decoder).decode(Self.self)
      } catch let error as MappingError {
        let cause = error.inside(of: decoder.codingPath)
        throw DecodingError(
          cause, Self.self, at: decoder.codingPath, error.path, description: "\(cause)")
      }
    }
  }

  /// Encodes the model by its mapping, to a coder of MirrorMap or of another library.
  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? NodeEncoder {
      try encoder.write(mapped: self)
    } else {
      let json: Data
      do {
        json = try DocumentWriting.write(self, [], .default, .none)
      } catch {
        let path = encoder.codingPath + error.path.codingPath
        throw EncodingError.invalidValue(self, .init(path, error.inside(of: encoder.codingPath)))
      }
      try JSONValue.decode(from: json).encode(to: encoder)
    }
  }
}

extension NodeDecoder {
  /// Decodes a mapped model.
  fileprivate func decodeModel<Model: Mappable>(_ type: Model.Type) throws -> Model {
    guard let index else {
      throw mismatch(type, "an object for \(typeName(of: type))", at: nil, codingPath)
    }
    do throws(MappingError) {
      return try document.read(value: index, type)
    } catch {
      let offset = document.entry(index).start + (error.byteOffset ?? 0)
      let cause = error.with { ($0.isLocated, $0.byteOffset) = (false, offset) }
      throw DecodingError(cause, type, at: codingPath, error.path, description: "")
    }
  }
}

extension DecodingError {
  /// Makes the error for a model that couldn't be decoded by its mapping.
  ///
  /// - Parameters:
  ///   - path: Where in the model `cause` is.
  ///   - codingPath: Where the model is.
  fileprivate init(
    _ cause: MappingError, _ type: Any.Type, at codingPath: [any CodingKey], _ path: JSONPath,
    description: String
  ) {
    var keys = codingPath + path.codingPath
    let missing = cause.code == .missingKey && path != JSONPath() ? keys.removeLast() : nil
    let context = Context(
      codingPath: keys, debugDescription: description, underlyingError: cause)
    self =
      switch cause.code {
      case .missingKey: missing.map { .keyNotFound($0, context) } ?? .dataCorrupted(context)
      case .typeMismatch: .typeMismatch(type, context)
      case .unexpectedNull: .valueNotFound(type, context)
      default: .dataCorrupted(context)
      }
  }
}

extension MappingError {
  /// The error of a model, whose JSON the user doesn't have, as one inside of what another library's coder converts.
  fileprivate func inside(of codingPath: [any CodingKey]) -> MappingError {
    let steps = codingPath.map(JSONPath.Component.init) + path.components
    return withoutPlace.with { $0.path = JSONPath(steps) }
  }
}

extension DecodingDocument {
  /// Reads a model by its mapping.
  ///
  /// - Throws: ``MappingError`` with a path and an offset inside of the model.
  fileprivate func read<Model: Mappable>(
    value index: Int, _ type: Model.Type
  ) throws(MappingError) -> Model {
    let text = try read(index) { (reader) throws(MappingError) in
      let start = reader.cursor
      try reader.skip()
      return reader.bytes(from: start, to: reader.cursor)
    }
    if options.allowsJSON5, let number = numberOfJSON5(from: index, byteCount: text.count) {
      var error = failure(
        .invalidValue, at: number, expected: "a number that JSON has",
        found: "an infinity, NaN, or a number that is too large")
      error.details.byteOffset = entry(number).start - entry(index).start
      throw error.located(in: text)
    }
    var session = MappingSession(mapper: options.mapper, context: .none)
    // That of the document that a `.codable()` value is a part of. A mapper with another limit would be a new object.
    session.maximumDepth = maximumDepth
    session.leavesIssues = isInCall
    let keepsIssues = isInCall && keepsIssues
    if keepsIssues {
      session.scope.keepIssues()
      session.makeRecords().maximumIssueCount = maximumIssueCount
    }
    do throws(MappingError) {
      let model = try DocumentReading.read(
        text, at: nil, &session, ifAbsent: nil, type.collectModels
      ) { (reader) throws(MappingError) in try reader.decode(type) }
      if keepsIssues { keep(session.issues, ofValue: index) }
      return model
    } catch {
      // They count only if this ends the decoding.
      let issues = keepsIssues ? placed(session.issues, ofValue: index) : []
      throw issues.isEmpty ? error : error.with { $0.issues = issues }
    }
  }
}

extension NodeEncoder {
  /// Writes a value by its mapping as the value of this encoder, or its members beside those that there are.
  func write<Value: MappableValue>(mapped value: Value) throws {
    guard try isActive() else { return }
    var mapper = document.options.mapper
    mapper.maximumDepth = document.maximumDepth - part.levels[index].depth
    let text: Data
    do throws(MappingError) {
      text = try DocumentWriting.write(value, [], mapper, .none)
    } catch {
      throw EncodingError.invalidValue(value, .init(codingPath + error.path.codingPath, error))
    }
    try text.withBytes { text in
      if text.first == .openBrace {
        begin(.object).write(members: text[1..<text.count - 1])
      } else if try beginValue() {
        document.writeMapped(text)
      }
    }
  }

  /// Writes members that are JSON already.
  private func write(members text: Bytes) {
    guard isLive, !text.isEmpty else { return }
    let count = part.levels[index].count
    if count > 0 {
      document.writeByte(.comma)
      document.mayHaveDuplicates = true
    }
    document.writeMapped(text)
    part.levels[index].count = count + 1
    noteUnnotedKeys()
  }
}

extension EncodingDocument {
  /// Writes JSON that a model has written.
  fileprivate func writeMapped(_ text: Bytes) {
    if escapesSlashes, text.contains(.slash) {
      JSONLayout(options: .escapedSlashes).writeLines(text, to: &writer.pointee)
    } else {
      writer.pointee.writeVerbatim(text)
    }
  }
}

extension JSONPath {
  /// The path as one of `Codable`.
  fileprivate var codingPath: [any CodingKey] {
    components.map { component in
      switch component {
      case .key(let key): AnyCodingKey(stringValue: key)
      case .index(let index): AnyCodingKey(index: index)
      }
    }
  }
}
