import MirrorMap

/// The values that models are inferred from.
enum Samples {
  /// What the samples at a path of each document of some files have in common.
  ///
  /// - Throws: ``SourceFile/Failure``, if a file can't be read, or there are no samples.
  static func evidence(in files: [String], at path: [String] = []) throws -> Evidence {
    let evidence = Evidence()
    for name in files {
      let file = try SourceFile(name)
      for (lines, bytes) in file.documents {
        do {
          try JSONTokenizer.tokenize(bytes) { tokenizer in
            guard let token = try tokenizer.next() else { return }
            try gather(token, from: &tokenizer, at: path[...], into: evidence)
            _ = try tokenizer.next()
          }
        } catch {
          throw SourceFile.Failure(description: "\(name): \(error.text(after: lines))")
        }
      }
    }
    guard evidence.count > 0 else {
      throw SourceFile.Failure(
        description: path.isEmpty
          ? "there are no samples in \(files.joined(separator: ", "))"
          : "there is nothing at \(MappedKey.keyPath(of: path, "."))")
    }
    return evidence
  }

  private static func gather(
    _ token: JSONTokenizer.Token, from tokenizer: inout JSONTokenizer, at path: ArraySlice<String>,
    into evidence: Evidence
  ) throws(MappingError) {
    guard let step = path.first else { return try evidence.add(token, from: &tokenizer) }
    switch token.kind {
    case .beginObject:
      while let key = try tokenizer.next(), key.kind == .key, let value = try tokenizer.next() {
        if step == "*" || tokenizer.string(of: key).utf8.elementsEqual(step.utf8) {
          try gather(value, from: &tokenizer, at: path.dropFirst(), into: evidence)
        } else {
          try skip(value, from: &tokenizer)
        }
      }
    case .beginArray:
      var index = 0
      while let value = try tokenizer.next(), value.kind != .endArray {
        if step == "*" || step == String(index) {
          try gather(value, from: &tokenizer, at: path.dropFirst(), into: evidence)
        } else {
          try skip(value, from: &tokenizer)
        }
        index += 1
      }
    default: break
    }
  }

  private static func skip(
    _ token: JSONTokenizer.Token, from tokenizer: inout JSONTokenizer
  ) throws(MappingError) {
    var depth = token.kind.levels
    while depth > 0, let next = try tokenizer.next() { depth += next.kind.levels }
  }
}

extension JSONTokenizer.Token.Kind {
  /// By how much a token changes the depth.
  var levels: Int {
    switch self {
    case .beginObject, .beginArray: 1
    case .endObject, .endArray: -1
    default: 0
    }
  }
}
