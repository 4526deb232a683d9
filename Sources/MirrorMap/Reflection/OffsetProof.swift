/// Finds where the mapped properties of a type lie, and proves it.
///
/// While recording, every wrapper's state holds a token. Mirror tells which property carries which
/// token; the same token in the prototype's own memory tells where that property is. Two recordings
/// with different tokens must agree on one and the same place:
///
///     recording 1   _id 0x8A30   memory: … 30 8A …  at 8       … 30 8A … at 40 (by accident)
///     recording 2   _id 0xC213   memory: … 13 C2 …  at 8
///                                                    ↑ proven   ↑ refuted
///
/// Sometimes more than one place is left: what lies in the payload of an optional that is nil is
/// left over from before, and may well be a copy of the wrapper, token included. Then Mirror decides.
/// A new token is put into each of the places in turn, and only at the property's own place does
/// Mirror show the new one. That is safe where a blind search by flipping bytes would not be: all of
/// these places have held two different tokens, so they are a wrapper's state, or a dead copy of one.
///
/// Nothing is believed about layout rules, and type metadata is not parsed.
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
  ///   - make: makes a prototype; called at least twice.
  /// - Returns: the fields, those of superclasses first.
  /// - Throws: ``MappingError`` with code `.declaration` naming type, property and cause.
  static func fields<Model>(
    of typeName: String, isModel: @escaping (Any) -> Bool, _ make: () -> Model
  ) throws(MappingError) -> [Field] {
    var failure = MappingError.declaration(typeName, nil, "it could not be planned")
    for _ in 0..<attempts {
      var first = try Recording(typeName, parity: 0, isModel, make)
      let second = try Recording(typeName, parity: 1, isModel, make)
      do {
        return try first.agree(with: second)
      } catch {
        failure = error
      }
    }
    throw failure
  }

  /// One prototype: its properties, their tokens, and where in its memory these were found.
  private struct Recording<Model> {
    let typeName: String
    let isModel: (Any) -> Bool
    let recorder: Recorder
    var prototype: Model
    let properties: [PropertyWalk.Property]
    let places: [[Int]]

    init(
      _ typeName: String, parity: UInt16, _ isModel: @escaping (Any) -> Bool, _ make: () -> Model
    ) throws(MappingError) {
      self.typeName = typeName
      self.isModel = isModel
      recorder = Recorder(parity: parity)
      prototype = Recorder.with(recorder, make)
      if recorder.isExhausted {
        throw .declaration(typeName, nil, "its init() declares more than 16,384 mapped properties")
      }
      let walk = try PropertyWalk(
        prototype, typeName: typeName, recorder: recorder, isModel: isModel)
      properties = walk.properties
      places = ModelMemory.withBytes(of: &prototype) { memory in
        walk.properties.map { Self.places(of: $0, in: UnsafeRawBufferPointer(memory)) }
      }
    }

    /// All places at which a property of this type with this token could lie.
    private static func places(
      of property: PropertyWalk.Property, in memory: UnsafeRawBufferPointer
    ) -> [Int] {
      guard let token = property.token, let layout = property.wrapper.layout,
        memory.count >= layout.size
      else { return [] }
      return stride(from: 0, through: memory.count - layout.size, by: layout.alignment).filter {
        memory.loadUnaligned(fromByteOffset: $0 + layout.stateOffset, as: UInt16.self) == token
      }
    }

    /// The fields on whose places two recordings agree.
    mutating func agree(with other: Recording) throws(MappingError) -> [Field] {
      guard properties.map(\.name) == other.properties.map(\.name) else {
        throw .declaration(
          typeName, nil, "its mapped properties change from one init() to the next")
      }
      var fields: [Field] = []
      for (index, property) in properties.enumerated() {
        guard let token = property.token, let declaration = recorder.declaration(token) else {
          throw .declaration(
            typeName, property.name,
            "its wrapper was not initialised by init(), but copied from somewhere else")
        }
        let common = places[index].filter(other.places[index].contains)
        let proven = try common.count > 1 ? confirmed(common, property: index) : common
        guard proven.count == 1, let layout = property.wrapper.layout else {
          throw .declaration(
            typeName, property.name,
            "its place in memory cannot be proven (\(proven.count) places are possible)")
        }
        fields.append(
          Field(
            name: property.name, offset: proven[0], stateOffset: proven[0] + layout.stateOffset,
            declaration: declaration))
      }
      return fields
    }

    /// The places at which a new token is seen by Mirror as the property's.
    ///
    /// - Parameter places: places that held the property's token in two recordings.
    private mutating func confirmed(
      _ places: [Int], property index: Int
    ) throws(MappingError) -> [Int] {
      guard let layout = properties[index].wrapper.layout, let old = properties[index].token else {
        return []
      }
      var confirmed: [Int] = []
      for place in places {
        let new = recorder.unusedToken
        store(new, at: place + layout.stateOffset)
        let walk = try PropertyWalk(
          prototype, typeName: typeName, recorder: recorder, isModel: isModel)
        store(old, at: place + layout.stateOffset)
        if walk.properties[index].token == new { confirmed.append(place) }
      }
      return confirmed
    }

    private mutating func store(_ token: UInt16, at offset: Int) {
      ModelMemory.withBytes(of: &prototype) {
        $0.storeBytes(of: token, toByteOffset: offset, as: UInt16.self)
      }
    }
  }
}
