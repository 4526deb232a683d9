/// Reading values whose failures may not end the decoding, and continuing after them.
extension ModelDecoder {
  /// Continues after the failure of a property's value, if the policies allow it.
  @inline(never)
  mutating func recover(
    _ index: Int, from error: MappingError, _ reader: inout JSONReader
  ) throws(MappingError) {
    let isUpdating = general?.pointee.isUpdating == true
    var failure = plan.named(error, index)
    if isUpdating {
      let prefix = property(index).name + "."
      failure.details.updated = failure.details.updated.map { prefix + $0 }
    }
    guard failure.code.isRecoverable else { throw failure }
    let policy = reader.policy(declaration(index).options.onFailure ?? reader.scope.policy)
    let isRequired = tables.pointee.fields[index].isRequired
    if policy != .strict, !isRequired || !isUpdating && Self.isInitialized(index, tables, base) {
      reader.report(failure)
      if !isUpdating { state(index).state = .absent }
    } else {
      try fail(failure, &reader)
    }
    try reader.skipFailedValue(error)
  }

  /// Reads a value of several parts, some of which may be dropped, and names the property in their issues.
  @inline(never)
  static func readLeniently(
    _ index: Int, _ tables: Permanent<PlanTables>, _ address: FieldAddress,
    from reader: inout JSONReader
  ) throws(MappingError) {
    try reader.namingIssues {
      ModelPlan(tables).named($0, index)
    } of: { (reader) throws(MappingError) in
      if tables.pointee.fields[index].kind == .strings {
        FieldSlot<[String]>(address).value = try reader.readStrings()
      } else {
        reader.beginProperty(tables.pointee.details.properties[index].declaration)
        try tables.pointee.accesses[borrowed: index].read(&reader, address)
      }
    }
  }

  // MARK: Failures

  /// Marks the model as failed, and continues if further failures are to be reported.
  ///
  /// - Throws: the error otherwise.
  @inline(never)
  mutating func fail(_ error: MappingError, _ reader: inout JSONReader) throws(MappingError) {
    guard reader.scope.isReporting else { throw error }
    reader.report(error)
    if rest == nil { rest = Rest(keys) }
    if rest?.failure == nil { rest?.failure = error.reported }
  }

  /// Reports `null` in the place of a value, for which the default was kept.
  @inline(never)
  static func reportNull(_ index: Int, _ plan: ModelPlan, _ reader: inout JSONReader) {
    let type = plan.details.properties[index].declaration.valueType
    let error = reader.failure(
      .unexpectedNull, at: reader.cursor - 4, expected: typeName(of: type), found: "null")
    reader.report(plan.named(error, index))
  }
}

extension JSONReader {
  /// Reads a value with the options of its property, which a model inside of it doesn't have.
  mutating func reading<R, E: Error>(
    _ options: PropertyOptions, _ body: (inout JSONReader) throws(E) -> R
  ) throws(E) -> R {
    guard options.altersReading else { return try body(&self) }
    let outer = (scope, coercion)
    defer { (scope, coercion) = outer }
    scope.alter()
    if let own = options.coercion { coercion = own }
    if let own = options.onFailure { scope.policy = policy(own) }
    return try body(&self)
  }

  /// Reads the value of a property, whose name the issues of the value's parts get.
  mutating func namingIssues<R>(
    _ name: (MappingError) -> MappingError, of body: (inout JSONReader) throws(MappingError) -> R
  ) throws(MappingError) -> R {
    let count = sharedSession.pointee.issues.count
    defer {
      if sharedSession.pointee.issues.count > count {
        session?.pointee.records?.nameIssues(from: count, name)
      }
    }
    return try body(&self)
  }
}
