/// Finds the offsets of a type's mapped properties, and proves them.
///
/// While recording, every wrapper's state holds a token. Mirror shows which property carries which
/// token; the same token in the prototype's own memory shows where that property is. Two recordings
/// with different tokens must agree on one and the same place, and on no other:
///
///     recording 1   _id 0x8A30   memory: … 30 8A …  at 8       … 30 8A … at 40 (by accident)
///     recording 2   _id 0xC213   memory: … 13 C2 …  at 8
///                                                    ↑ proven   ↑ refuted
///
/// A property's own place holds its token in every recording. So if the first one has no other place with that
/// token, the second one only has to have a token of its own there, which shows without Mirror: it takes most of
/// the time.
///
/// Sometimes all recordings agree on several offsets. Padding, and the unused bytes of existentials
/// and enums, hold what the stack held before, which may well be a wrapper on its way into the
/// model, the same one each time:
///
///     struct C { @Mapped var a: Bool; @Mapped var b: String }
///     0 1 30 8A  0 1 30 8A  …        _a at 0, or at 4?
///
/// Then each of them gets another token: the property's own is the one where Mirror sees it change.
/// All others are copies of its state that nothing reads, or one in another variable for which any
/// token is as good.
///
/// No layout rules are assumed, type metadata isn't parsed, and nothing is ever written to an
/// offset that hasn't held the property's token in two recordings, each with another token.
struct OffsetProof {
  /// A mapped property with its proven offset.
  struct Field {
    let property: PropertyWalk.Property
    /// The offset of its wrapper from the model's base.
    let offset: Int
    /// What its wrapper declared.
    let declaration: AnyObject
    /// The offset of its state from the model's base.
    var stateOffset: Int { offset + property.wrapper.stateOffset }
  }

  /// How often new tokens are drawn before an offset counts as unprovable.
  private static let attempts = 8

  /// Finds the mapped properties of a model.
  ///
  /// - Parameters:
  ///   - isModel: distinguishes models from other values that a property may hold.
  ///   - make: makes a prototype; called twice, or four times where memory is ambiguous.
  /// - Returns: the fields, those of superclasses first.
  /// - Throws: ``MappingError`` with code `.declaration` naming type, property and cause.
  static func fields<Model>(
    isModel: @escaping (Any) -> Bool, _ make: () -> Model
  ) throws(MappingError) -> [Field] {
    var failure: MappingError?
    var earlier: [[Int]]?
    for _ in 0..<attempts {
      // What is declared is known by the second one.
      let recorders = (Recorder(parity: 0), Recorder(parity: 1, keepsDeclarations: false))
      var (prototype, other) = (Recorder.with(recorders.0, make), Recorder.with(recorders.1, make))
      guard type(of: prototype) == Model.self, type(of: other) == Model.self else {
        throw .declaration(
          typeName(of: Model.self), nil, "its init() makes an object of another class")
      }
      guard !recorders.0.isExhausted, !recorders.1.isExhausted else {
        throw .declaration(
          typeName(of: Model.self), nil, "its init() declares more than 16,384 mapped properties")
      }
      let walk = { PropertyWalk(model: Model.self, recorder: $0, isModel: isModel) }
      let first = try Recording(walk(recorders.0), of: &prototype)
      if let fields = first.fields(confirmedBy: &other, recorders.1) { return fields }
      let second = try Recording(walk(recorders.1), of: &other)
      do {
        return try agree(first, second, of: &other, &earlier)
      } catch {
        failure = error
      }
    }
    throw failure ?? .declaration(typeName(of: Model.self), nil, "it could not be planned")
  }

  /// One prototype: its properties, their tokens, and where in its memory these were found.
  private struct Recording {
    let walk: PropertyWalk
    let properties: [PropertyWalk.Property]
    /// All offsets that a property of its type with its token could have.
    let places: [(property: Int, offset: Int)]

    init<Model>(_ walk: PropertyWalk, of prototype: inout Model) throws(MappingError) {
      self.walk = walk
      let properties = try walk.properties(of: prototype)
      self.properties = properties
      // For each token the first property that has it, and for each property the next one with the same token, as
      // copies of a wrapper have.
      var first = Array(repeating: -1, count: walk.recorder.count)
      var next = Array(repeating: -1, count: properties.count)
      for index in properties.indices.reversed() {
        guard let token = properties[index].token, walk.recorder.issued(token) else { continue }
        let number = walk.recorder.number(of: token)
        (next[index], first[number]) = (first[number], index)
      }
      places = unsafe ModelMemory.withBytes(of: &prototype) { memory in
        var places: [(property: Int, offset: Int)] = []
        places.reserveCapacity(properties.count)
        let last = memory.count - MemoryLayout<FieldState>.size
        // Everything that looks like a token of this recording.
        for offset in stride(from: 0, through: last, by: MemoryLayout<FieldState>.alignment) {
          let bits = unsafe memory.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
          guard walk.recorder.issued(bits) else { continue }
          var index = first[walk.recorder.number(of: bits)]
          while index >= 0 {
            let wrapper = properties[index].wrapper
            let place = offset - wrapper.stateOffset
            if place >= 0, place % wrapper.alignment == 0, place + wrapper.size <= memory.count {
              places.append((index, place))
            }
            index = next[index]
          }
        }
        return places
      }
    }

    /// The offsets that a property could have.
    func offsets(of property: Int) -> [Int] {
      places.filter { $0.property == property }.map(\.offset)
    }

    /// The fields, if each has one place only, where another recording's prototype has a token as well.
    func fields<Model>(confirmedBy other: inout Model, _ recorder: Recorder) -> [Field]? {
      guard places.count == properties.count else { return nil }
      var offsets = Array(repeating: -1, count: places.count)
      for place in places { offsets[place.property] = place.offset }
      var fields: [Field] = []
      fields.reserveCapacity(properties.count)
      for (property, offset) in zip(properties, offsets) {
        guard offset >= 0, let declaration = property.token.flatMap(walk.recorder.declaration)
        else { return nil }
        fields.append(Field(property: property, offset: offset, declaration: declaration))
      }
      // No two of them, or the copy of one wrapper would be two properties.
      var isTaken = Array(repeating: false, count: recorder.count)
      let areTheirs = unsafe ModelMemory.withBytes(of: &other) { memory in
        fields.allSatisfy { field in
          let token = unsafe memory.loadUnaligned(
            fromByteOffset: field.stateOffset, as: UInt16.self)
          guard recorder.issued(token) else { return false }
          let number = recorder.number(of: token)
          defer { isTaken[number] = true }
          return !isTaken[number]
        }
      }
      return areTheirs ? fields : nil
    }

    /// The offsets at which Mirror sees the property change when its state there does.
    ///
    /// - Precondition: they held the property's token in all recordings.
    func places<Model>(
      of index: Int, among places: [Int], in prototype: inout Model
    ) throws(MappingError) -> [Int] {
      guard let token = properties[index].token else { return [] }
      var result: [Int] = []
      for place in places {
        let offset = place + properties[index].wrapper.stateOffset
        Self.setState(FieldState(bits: token ^ 1), at: offset, in: &prototype)
        let seen = try walk.properties(of: prototype)[index].token
        if seen == token ^ 1 { result.append(place) }
        Self.setState(FieldState(bits: token), at: offset, in: &prototype)
      }
      return result
    }

    private static func setState<Model>(
      _ state: FieldState, at offset: Int, in prototype: inout Model
    ) {
      unsafe ModelMemory.withBytes(of: &prototype) {
        unsafe $0.storeBytes(of: state.bits, toByteOffset: offset, as: UInt16.self)
      }
    }
  }

  /// - Parameters:
  ///   - prototype: that of the second recording.
  ///   - earlier: the offsets on which earlier recordings have agreed, if there were any.
  private static func agree<Model>(
    _ first: Recording, _ second: Recording, of prototype: inout Model, _ earlier: inout [[Int]]?
  ) throws(MappingError) -> [Field] {
    let recorder = first.walk.recorder
    let count = first.properties.count
    guard earlier.map({ $0.count == count }) != false,
      first.properties.elementsEqual(second.properties, by: { $0.name == $1.name })
    else {
      throw .declaration(
        typeName(of: Model.self), nil, "its mapped properties change from one init() to the next")
    }
    let places = (0..<count).map { index in
      first.offsets(of: index).filter {
        second.offsets(of: index).contains($0) && earlier?[index].contains($0) != false
      }
    }
    defer { earlier = places }
    var fields: [Field] = []
    var taken: Set<UInt16> = []
    for (index, property) in first.properties.enumerated() {
      // A wrapper that is shared by all instances may come from the first of the two recordings.
      guard let token = property.token, let declaration = recorder.declaration(token),
        second.properties[index].token.map(second.walk.recorder.issued) == true,
        taken.insert(token).inserted
      else {
        throw .declaration(
          typeName(of: Model.self), property.name,
          "its wrapper was not initialized by init(), but copied from somewhere else")
      }
      var place = places[index]
      if place.count > 1, earlier != nil {
        place = try second.places(of: index, among: place, in: &prototype)
      }
      guard place.count == 1 else {
        throw .declaration(
          typeName(of: Model.self), property.name,
          "its place in memory cannot be proven (\(place.count) places are possible)")
      }
      fields.append(Field(property: property, offset: place[0], declaration: declaration))
    }
    return fields
  }
}
