import MirrorMap

/// What came of reading: a value, or an error.
enum Verdict<Value> {
  case accepted(Value)
  case rejected(MappingError)

  init(_ body: () throws -> Value) {
    do {
      self = .accepted(try body())
    } catch let error as MappingError {
      self = .rejected(error)
    } catch {
      fatalError("FINDING: no MappingError was thrown, but \(error)")
    }
  }

  var value: Value? {
    if case .accepted(let value) = self { value } else { nil }
  }

  var error: MappingError? {
    if case .rejected(let error) = self { error } else { nil }
  }

  /// What is compared of an error: everything that identifies its kind and position.
  var complaint: String {
    switch self {
    case .accepted: "accepted"
    case .rejected(let error): error.complaint
    }
  }
}

extension MappingError {
  var complaint: String {
    "\(code) at \(byteOffset.map(String.init) ?? "?") \(path): \(self)"
  }

  /// Whether it reports that the text isn't JSON, or is nested too deeply to be checked.
  var concernsText: Bool { code.isSyntax || code == .depthLimit }
}
