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
/// Nothing is believed about layout rules, type metadata is not parsed, and nothing is ever written
/// to a place that is not proven.
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
    of typeName: String, isModel: (Any) -> Bool, _ make: () -> Model
  ) throws(MappingError) -> [Field] {
    var failure = MappingError.declaration(typeName, nil, "it could not be planned")
    for _ in 0..<attempts {
      let first = try Recording(typeName, parity: 0, isModel, make)
      let second = try Recording(typeName, parity: 1, isModel, make)
      do {
        return try agree(first, second, typeName)
      } catch {
        failure = error
      }
    }
    throw failure
  }

  /// One prototype: its properties, their tokens, and where in its memory these were found.
  private struct Recording {
    let properties: [PropertyWalk.Property]
    let places: [[Int]]
    let recorder: Recorder

    init<Model>(
      _ typeName: String, parity: UInt16, _ isModel: (Any) -> Bool, _ make: () -> Model
    ) throws(MappingError) {
      let recorder = Recorder(parity: parity)
      var prototype = Recorder.with(recorder, make)
      if recorder.isExhausted {
        throw .declaration(typeName, nil, "its init() declares more than 16,384 mapped properties")
      }
      let walk = try PropertyWalk(
        prototype, typeName: typeName, recorder: recorder, isModel: isModel)
      let size = ModelMemory.size(of: prototype)
      places = ModelMemory.withBase(of: &prototype) { base in
        let memory = UnsafeRawBufferPointer(start: base, count: size)
        return walk.properties.map { Self.places(of: $0, in: memory) }
      }
      properties = walk.properties
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
        memory.loadUnaligned(fromByteOffset: $0 + layout.stateOffset, as: UInt16.self) == token
      }
    }
  }

  private static func agree(
    _ first: Recording, _ second: Recording, _ typeName: String
  ) throws(MappingError) -> [Field] {
    guard first.properties.map(\.name) == second.properties.map(\.name) else {
      throw .declaration(typeName, nil, "its mapped properties change from one init() to the next")
    }
    let places = withoutOverlaps(
      zip(first.places, second.places).map { $0.filter($1.contains) },
      sizes: first.properties.map { $0.wrapper.layout?.size ?? 0 })
    var fields: [Field] = []
    for (index, property) in first.properties.enumerated() {
      guard let token = property.token, let declaration = first.recorder.declaration(token) else {
        throw .declaration(
          typeName, property.name,
          "its wrapper was not initialised by init(), but copied from somewhere else")
      }
      let common = places[index]
      guard common.count == 1, let layout = property.wrapper.layout else {
        throw .declaration(
          typeName, property.name,
          "its place in memory cannot be proven (\(common.count) places are possible)")
      }
      fields.append(
        Field(
          name: property.name, offset: common[0], stateOffset: common[0] + layout.stateOffset,
          declaration: declaration))
    }
    return fields
  }
  /// The places that are left when none overlaps a property that can lie in one place only.
  ///
  /// The payload of an optional that is nil is anything at all, and may well be a faithful copy of
  /// the wrapper before it, token included. But that payload belongs to a property of its own.
  private static func withoutOverlaps(_ places: [[Int]], sizes: [Int]) -> [[Int]] {
    var places = places
    var settled: Set<Int> = []
    while let next = places.indices.first(where: {
      places[$0].count == 1 && !settled.contains($0)
    }) {
      settled.insert(next)
      let taken = places[next][0]..<(places[next][0] + sizes[next])
      for other in places.indices where other != next {
        places[other].removeAll { ($0..<($0 + sizes[other])).overlaps(taken) }
      }
    }
    return places
  }
}
