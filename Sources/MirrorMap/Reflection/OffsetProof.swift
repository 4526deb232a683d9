/// Finds where the mapped properties of a type lie, and proves it.
///
/// While recording, every wrapper's state holds a token. Mirror tells which property carries which
/// token; the same token in the prototype's own memory tells where that property is. Two recordings
/// with different tokens must agree on one and the same place, and on no other:
///
///     recording 1   _id 0x8A30   memory: … 30 8A …  at 8       … 30 8A … at 40 (by accident)
///     recording 2   _id 0xC213   memory: … 13 C2 …  at 8
///                                                    ↑ proven   ↑ refuted
///
/// Sometimes all recordings agree on several places. Padding, and the unused bytes of existentials
/// and enums, hold what the stack held before, which may well be a wrapper on its way into the model,
/// the same one each time:
///
///     struct C { @Mapped var a: Bool; @Mapped var b: String }
///     0 1 30 8A  0 1 30 8A  …        _a at 0, or at 4?
///
/// Then each place in turn gets another token: the property's own place is the one where Mirror
/// sees it change. All others are copies of its state that nobody looks at, or one in another
/// variable for which any token is as good.
///
/// Nothing is believed about layout rules, type metadata is not parsed, and nothing is ever written
/// to a place that has not held the property's token in four recordings.
struct OffsetProof {
  /// A mapped property with its proven place.
  struct Field {
    let name: String
    /// Where its wrapper begins, from the model's base.
    let offset: Int
    /// Where its state lies, from the model's base.
    let stateOffset: Int
    /// What its wrapper declared.
    let declaration: AnyObject
  }

  /// How often new tokens are drawn before a place counts as unprovable.
  private static let attempts = 8

  /// Finds the mapped properties of a model.
  ///
  /// - Parameters:
  ///   - typeName: the model's name for errors.
  ///   - isModel: tells models from other values that a property may hold.
  ///   - make: makes a prototype; called twice, or four times where memory is ambiguous.
  /// - Returns: the fields, those of superclasses first.
  /// - Throws: ``MappingError`` with code `.declaration` naming type, property and cause.
  static func fields<Model>(
    of typeName: String, isModel: @escaping (Any) -> Bool, _ make: () -> Model
  ) throws(MappingError) -> [Field] {
    var failure = MappingError.declaration(typeName, nil, "it could not be planned")
    var earlier: [[Int]]?
    for _ in 0..<attempts {
      let first = try Recording(typeName, parity: 0, isModel, make)
      var second = try Recording(typeName, parity: 1, isModel, make)
      do {
        return try agree(first, &second, &earlier, typeName)
      } catch {
        failure = error
      }
    }
    throw failure
  }

  /// One prototype: its properties, their tokens, and where in its memory these were found.
  private struct Recording<Model> {
    let properties: [PropertyWalk.Property]
    let places: [[Int]]
    let recorder: Recorder
    private var prototype: Model
    private let walk: (Model) throws(MappingError) -> PropertyWalk

    init(
      _ typeName: String, parity: UInt16, _ isModel: @escaping (Any) -> Bool, _ make: () -> Model
    ) throws(MappingError) {
      let recorder = Recorder(parity: parity)
      prototype = Recorder.with(recorder, make)
      if recorder.isExhausted {
        throw .declaration(typeName, nil, "its init() declares more than 16,384 mapped properties")
      }
      walk = { (model) throws(MappingError) in
        try PropertyWalk(model, typeName: typeName, recorder: recorder, isModel: isModel)
      }
      let found = try walk(prototype).properties
      places = unsafe ModelMemory.withBytes(of: &prototype) { memory in
        found.map { unsafe Self.places(of: $0, in: UnsafeRawBufferPointer(memory)) }
      }
      properties = found
      self.recorder = recorder
    }

    /// All places at which a property of this type with this token could lie.
    private static func places(
      of property: PropertyWalk.Property, in memory: UnsafeRawBufferPointer
    ) -> [Int] {
      guard let token = property.token, let layout = property.wrapper.layout,
        memory.count >= layout.size
      else { return [] }
      return stride(from: 0, through: memory.count - layout.size, by: layout.alignment).filter {
        unsafe memory.loadUnaligned(fromByteOffset: $0 + layout.stateOffset, as: UInt16.self)
          == token
      }
    }

    /// The places at which Mirror sees the property change when its state there does.
    ///
    /// - Precondition: the places held the property's token in all recordings.
    mutating func places(of index: Int, among places: [Int]) throws(MappingError) -> [Int] {
      guard let token = properties[index].token, let layout = properties[index].wrapper.layout
      else { return [] }
      var result: [Int] = []
      for place in places {
        let offset = place + layout.stateOffset
        setState(FieldState(bits: token ^ 1), at: offset)
        if try walk(prototype).properties[index].token == token ^ 1 { result.append(place) }
        setState(FieldState(bits: token), at: offset)
      }
      return result
    }

    private mutating func setState(_ state: FieldState, at offset: Int) {
      unsafe ModelMemory.withBytes(of: &prototype) {
        unsafe $0.storeBytes(of: state.bits, toByteOffset: offset, as: UInt16.self)
      }
    }
  }

  /// - Parameter earlier: the places on which earlier recordings have agreed, if there were any.
  private static func agree<Model>(
    _ first: Recording<Model>, _ second: inout Recording<Model>, _ earlier: inout [[Int]]?,
    _ typeName: String
  ) throws(MappingError) -> [Field] {
    let names = first.properties.map(\.name)
    guard names == second.properties.map(\.name), earlier.map({ $0.count == names.count }) != false
    else {
      throw .declaration(typeName, nil, "its mapped properties change from one init() to the next")
    }
    let places = names.indices.map { index in
      first.places[index].filter {
        second.places[index].contains($0) && earlier?[index].contains($0) != false
      }
    }
    defer { earlier = places }
    var fields: [Field] = []
    for (index, property) in first.properties.enumerated() {
      // A wrapper that is shared by all instances may come from the first of the two recordings.
      guard let token = property.token, let declaration = first.recorder.declaration(token),
        second.properties[index].token.map(second.recorder.issued) == true,
        !first.properties[..<index].contains(where: { $0.token == token })
      else {
        throw .declaration(
          typeName, property.name,
          "its wrapper was not initialised by init(), but copied from somewhere else")
      }
      var place = places[index]
      if place.count > 1, earlier != nil {
        place = try second.places(of: index, among: place)
      }
      guard place.count == 1, let layout = property.wrapper.layout else {
        throw .declaration(
          typeName, property.name,
          "its place in memory cannot be proven (\(place.count) places are possible)")
      }
      fields.append(
        Field(
          name: property.name, offset: place[0], stateOffset: place[0] + layout.stateOffset,
          declaration: declaration))
    }
    return fields
  }
}
