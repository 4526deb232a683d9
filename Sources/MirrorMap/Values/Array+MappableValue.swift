extension Array: MappableValue where Element: MappableValue {
  @inlinable
  public static func decode(from reader: inout JSONReader) throws(MappingError) -> [Element] {
    let access = try Element.checkedAccess
    if let mapper = access.mapper, let initialize = access.initialize,
      case .one(let model) = access.models
    {
      return try reader.readModels(model, mapper, initialize)
    }
    return try decodeItems(from: &reader, with: ValueItself())
  }

  @inlinable
  public func encode(to writer: inout JSONWriter) throws(MappingError) {
    _ = try writer.beginValue()
    try writer.writeElements(self)
  }

  @inlinable
  public static var _access: _ValueAccess {
    .passing(Element.self, for: Self.self, form: .array)
  }
}

extension Array: MappableContainer {
  public typealias Item = Element

  @inlinable
  public static func decodeItems<Coding: ValueCoding<Element>>(
    from reader: inout JSONReader, with coding: Coding
  ) throws(MappingError) -> [Element] {
    try reader.readElements(with: coding)
  }

  @inlinable
  public func encodeItems<Coding: ValueCoding<Element>>(
    to writer: inout JSONWriter, with coding: Coding
  ) throws(MappingError) {
    _ = try writer.beginValue()
    try writer.encodeEach(of: self, with: coding)
  }

  public static func shape(of items: ValueShape) -> ValueShape { .array(of: items) }
}

extension JSONWriter {
  /// Writes an array: numbers, strings, and models without a call per element.
  @inlinable
  mutating func writeElements<Element: MappableValue>(
    _ array: [Element]
  ) throws(MappingError) {
    // Resolved where this is specialized.
    if let numbers = identical(array, elements: Int.self) {
      return try ModelMemory.withInPlace(of: numbers) { (numbers) throws(MappingError) in
        try writeArray(numbers)
      }
    }
    if let numbers = identical(array, elements: Double.self) {
      return try ModelMemory.withInPlace(of: numbers) { (numbers) throws(MappingError) in
        try writeArray(numbers)
      }
    }
    if let arrays = identical(array, elements: [Double].self) {
      return try ModelMemory.withInPlace(of: arrays) { (arrays) throws(MappingError) in
        try writeArray(arrays)
      }
    }
    if let strings = identical(array, elements: String.self) {
      return try ModelMemory.withInPlace(of: strings) { (strings) throws(MappingError) in
        try writeArray(strings)
      }
    }
    let access = try Element.checkedAccess
    if let mapper = access.mapper, case .one(let model) = access.models {
      if access.initialize == nil { return try writeObjects(array, mapper) }
      let plan = try mapper.plan(model)
      if !array.isEmpty, mapper.encodesByPlan(plan) {
        return try ModelMemory.withInPlace(of: array) { (first, count) throws(MappingError) in
          try mapper.encode(
            plan, from: first.base, count: count, stride: MemoryLayout<Element>.stride, to: &self)
        }
      }
    }
    try encodeEach(of: array, with: ValueItself())
  }

  /// Writes an array of objects. Most of them aren't retained while they are written, as the array retains them.
  @inlinable
  mutating func writeObjects<Element: MappableValue>(
    _ array: [Element], _ mapper: any ModelMapper.Type
  ) throws(MappingError) {
    let checksAccess = MemoryAccess.mayBeUnderWay
    try writeEach(of: array) { (writer, object) throws(MappingError) in
      if try mapper.encode(objectAt: object.base, checksAccess: checksAccess, to: &writer) {
        return
      }
      try object.borrowed.encode(with: ValueItself(), to: &writer)
    }
  }

  /// Writes the elements of an array with a coding.
  @inlinable
  mutating func encodeEach<Coding: ValueCoding>(
    of array: [Coding.Value], with coding: Coding
  ) throws(MappingError) {
    try writeEach(of: array) { (writer, element) throws(MappingError) in
      try element.borrowed.encode(with: coding, to: &writer)
    }
  }

  /// Writes an array, whose elements a closure writes.
  @inlinable @inline(__always)
  mutating func writeEach<Element>(
    of array: [Element], _ write: (inout JSONWriter, InPlace<Element>) throws(MappingError) -> Void
  ) throws(MappingError) {
    let outer = scope
    if outer.usesGeneralPath { scope = outer.ofElements }
    try open(.openBracket)
    // The array outlives the call, so no element needs a reference of its own.
    try InPlace.forEach(of: array) { (index, element) throws(MappingError) in
      if index > 0 { writeByte(.comma) }
      try write(&self, element)
    }
    close(.closeBracket)
    scope = outer
  }
}

extension InPlace.Borrowed {
  /// Writes the value with a coding. A caller that reads the value and passes it on would retain it meanwhile.
  @inlinable @inline(__always)
  borrowing func encode<Coding: ValueCoding<Value>>(
    with coding: Coding, to writer: inout JSONWriter
  ) throws(MappingError) {
    try writer.encode(value, with: coding)
  }
}
