extension FieldStorage {
  /// Passes the declaration of a property, whose wrapper is in another module of this package, to this
  /// thread's recorder, if there is one.
  ///
  /// - Parameters:
  ///   - none: what the property reads as before it is set; nil if it is required.
  ///   - wrapper: the wrapper.
  ///   - attachment: what the wrapper declares beyond its key and its coding.
  ///   - omits: whether the property is left out where it's written with a context.
  @inlinable @inline(never)
  package mutating func declare<Coding: ValueCoding<Value>>(
    _ key: MappedKey, _ coding: Coding, none: Value?, hasDefault: Bool,
    of wrapper: FieldWrapper, attachment: AnyObject,
    omits: @escaping (MappingContext) -> Bool
  ) {
    guard let recorder = Recorder.current else { return }
    let declaration = PropertyDeclaration(key, coding, none: none, hasDefault: hasDefault)
    declaration.attach(attachment, omits: omits)
    state = recorder.record(declaration, of: wrapper)
  }
}
