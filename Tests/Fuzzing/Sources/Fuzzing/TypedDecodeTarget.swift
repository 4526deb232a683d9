import MirrorMap

/// A document read as models, with every policy: all agree on what is JSON, and what they make of it
/// can be written and read again.
enum TypedDecodeTarget {
  static func check(_ input: UnsafeRawBufferPointer) {
    let text = Array(input)
    let isJSON = JSONReference.accepts(text)
    let options = ReadingOptions.some(for: text)
    check(Everything.self, input, options, isJSON) { forget(&$0) }
    check(Keeping.self, input, options, isJSON) { _ in }
    check(Overlapping.self, input, options, isJSON, policies: [.strict]) { _ in }
    check([Everything].self, input, ReadingOptions(), isJSON) { values in
      for index in values.indices { forget(&values[index]) }
    }
  }

  /// Clears what is not written.
  private static func forget(_ value: inout Everything) {
    // What wildcards find and what is only read.
    value.depths = []
    value.tagOfState = nil
    // It is written with three digits of its second's fraction; it may have been read with more.
    if let seconds = value.precise?.timeIntervalSinceReferenceDate,
      (seconds * 1_000).rounded() / 1_000 != seconds
    {
      value.precise = nil
    }
    // A flattened model without members is decoded as nil, also if its only member failed leniently.
    if value.tide == Tide() { value.tide = nil }
    // The hook doesn't find a key in another case, which becomes a tag when it's written.
    value.fleet?.removeAll {
      type(of: $0) == Vehicle.self && ["car", "truck", "none"].contains($0.type)
    }
    // All dates are written as ISO 8601, which has years of four digits; seconds reach further.
    value.either?.removeAll {
      !(-62_000_000_000..<253_000_000_000).contains($0.timeIntervalSince1970)
    }
  }

  /// - Parameters:
  ///   - policies: those after which the model can be written so that it reads back the same. Where a
  ///     value was dropped and a part of it was not, it cannot.
  ///   - forget: clears what is not written.
  private static func check<Model: MappableValue & Equatable>(
    _ type: Model.Type, _ input: UnsafeRawBufferPointer, _ options: ReadingOptions, _ isJSON: Bool,
    policies: Set<FailurePolicy> = [.strict, .lenient, .lossy], forget: (inout Model) -> Void
  ) {
    let name = "\(type) \(options)"
    let strict = Verdict { try type.decode(from: input, using: options.mapper(.strict)) }
    let report = type.decodeReporting(from: input, using: options.mapper(.strict))
    checkGrammar("\(name) strict", strict, isJSON)
    checkGrammar("\(name) strictly reported", report, isJSON)
    if let error = strict.error {
      let complaints = report.issues.map(\.complaint)
      // What isn't JSON ends the report, maybe before the flattened models have been read.
      require(
        complaints.contains(error.complaint) || report.issues.contains { $0.concernsText },
        "\(name): \(error.complaint) is not in \(complaints)")
    } else if report.isClean {
      require(report.value == strict.value, "\(name): a clean report differs from strict reading")
    }
    if let value = strict.value { checkWriting(name, value, options, forget) }
    for policy in [FailurePolicy.lenient, .lossy] {
      let name = "\(name) \(policy)"
      let verdict = Verdict { try type.decode(from: input, using: options.mapper(policy)) }
      let report = type.decodeReporting(from: input, using: options.mapper(policy))
      checkGrammar(name, verdict, isJSON)
      checkGrammar("\(name) reported", report, isJSON)
      require(report.value == verdict.value, "\(name): \(verdict.complaint), reported \(report)")
      if strict.value != nil {
        require(verdict.value == strict.value, "\(name): \(verdict.complaint), strict: accepted")
      }
      if let value = verdict.value, strict.value == nil, policies.contains(policy) {
        checkWriting(name, value, options, forget)
      }
    }
  }

  private static func checkGrammar(_ name: String, _ verdict: Verdict<some Any>, _ isJSON: Bool) {
    if isJSON {
      require(verdict.error?.concernsText != true, "\(name): \(verdict.complaint), but it is JSON")
    } else {
      require(verdict.error != nil, "\(name): accepted, but it is not JSON")
    }
  }

  private static func checkGrammar(
    _ name: String, _ report: MappingReport<some Any>, _ isJSON: Bool
  ) {
    let complaint = report.issues.first { $0.concernsText }
    if isJSON {
      require(complaint == nil, "\(name): \(complaint?.complaint ?? ""), but it is JSON")
    } else {
      // A failure that reaches the root ends the reading before the text does.
      require(report.value == nil && !report.isClean, "\(name): \(report), but it is not JSON")
    }
  }

  /// What was read is written, and reads back the same.
  private static func checkWriting<Model: MappableValue & Equatable>(
    _ name: String, _ value: Model, _ options: ReadingOptions, _ forget: (inout Model) -> Void
  ) {
    var mapper = Mapper()
    mapper.keyStrategy = options.strategy
    var value = value
    forget(&value)
    let written = Verdict { try value.encodeBytes(using: mapper) }
    guard let bytes = written.value else {
      fatalError("FINDING: \(name): cannot be written: \(written.complaint)")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    require(JSONReference.accepts(bytes), "\(name): is not written as JSON: \(text)")
    let again = Verdict { try Model.decode(from: bytes, using: mapper) }
    require(again.value == value, "\(name): \(again.complaint) when it was read again: \(text)")
  }
}
