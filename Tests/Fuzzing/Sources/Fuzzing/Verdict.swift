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

  /// What is compared of an error: everything that tells its kind and place.
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

  /// Whether it says that the text is not JSON, or nested too deeply to tell.
  var concernsText: Bool { code.isSyntax || code == .depthLimit }
}
