import Foundation

/// One import: what references and the objects in their places ask for while a document is being decoded.
///
///     {"id": 1, "employees": [{"id": 7, …}, 8]}
///       object 1      id 1: not stored, so it's decoded as a new model
///         object 7    id 7: stored, so what it has is compared with its row; the columns that differ are written
///         8           an id, so nothing happens
///       object 1      is inserted
///
/// The decoder of the core reads the document; references hand the objects to ``readObject(of:from:)``, and keep
/// the ids.
final class ImportSession: StoreSession {
  /// An object that is being read.
  struct OpenObject {
    let table: AnyTable
    let id: ColumnValue
    /// The number of the document that has it.
    let document: Int
    /// Where it's being read.
    private(set) var place: JSONReader.Place
    /// How many objects of documents inside of its own have been read, such as those of JSON in strings.
    var foreignCount = 0
    /// Whether an object inside of it has changed its row.
    var isStale = false

    /// Is to be called when it's read from the beginning again, or at another place.
    mutating func begin(at place: JSONReader.Place) {
      self.place = place
      foreignCount = 0
    }
  }

  /// A position in one of the documents: the one that is imported, or one inside of it.
  private struct Position: Hashable {
    let document: Int
    let offset: Int
  }

  /// A document inside of another one: where the object is that reads it, and how many that object has read before.
  private struct ForeignDocument: Hashable {
    let reader: Position
    let number: Int
  }

  /// An object in one of the documents, as a model.
  private struct ObjectPlace: Hashable {
    let position: Position
    let table: ObjectIdentifier

    init(_ position: Position, _ table: AnyTable) {
      (self.position, self.table) = (position, ObjectIdentifier(table))
    }
  }

  /// The relation that is being read: its objects get the id of the object around it.
  struct Inverse {
    let column: Int
    let owner: ColumnValue
  }

  let context: StoreContext
  /// Whether `null` leaves optional properties of known models unchanged.
  let keepsNulls: Bool
  /// The object that is being read.
  var current: OpenObject?
  /// The objects around it, the outermost first.
  var outer: [OpenObject] = []
  /// All of these.
  var openObjects: [OpenObject] { outer + [current].compactMap(\.self) }
  /// Where objects that are being read are inside of themselves, by how many are around them. There are few.
  private var inner: [Int: [JSONReader.Place]] = [:]
  /// What is set in objects when they have been written, by how many are around them.
  var pending: [Int: [Inverse]] = [:]
  /// What is set in models that aren't stored yet when their objects come, by their tables and ids, and by the columns
  /// of the inverses.
  var expected: [ObjectIdentifier: [ColumnValue: [Int: ColumnValue]]] = [:]
  /// The ids that the document has in relations with an inverse, by how many objects are around their own, and by
  /// their columns.
  var arrived: [Int: [Int: [ColumnValue]]] = [:]
  /// Whether there may be anything in the dictionaries that an object leaves: those above and the three of places
  /// below. It's asked of each object and seldom so.
  var hasLeftovers = false
  /// What is set in the objects that are read next.
  var inverse: Inverse?
  /// Whether an object is being read again: then only the ids of its objects are, or the work doubled with each level.
  var readsAgain = false
  /// The ids of models that have made them, because their objects have none. Several properties may read one object.
  private var made: [ObjectPlace: ColumnValue] = [:]
  /// The errors of nested objects.
  private var errors: [ObjectPlace: any Error] = [:]
  /// The numbers of the documents inside of objects of the imported one. They get the same ones when they're read
  /// again, which their addresses in memory can't tell.
  private var documents: [ForeignDocument: Int] = [:]
  /// How many documents there were inside of the imported one, which has the number 0.
  private var documentCount = 0
  /// Where the imported document has what is read; set before anything of it is read.
  var root: JSONReader.Place?
  /// Whether everything that is read is stored models, each of them once.
  var readsModelsOnly = false

  init(_ context: StoreContext, _ mapper: Mapper, _ progress: Progress?) {
    self.context = context
    keepsNulls = mapper.nullsOnUpdate == .keep
    super.init(progress)
  }

  /// Decodes the document with a context that leads to this session.
  func read<R>(_ context: MappingContext, _ decode: (MappingContext) throws -> R) throws -> R {
    var context = context
    context[AttemptObserver.self] = AttemptObserver { [weak self] in
      self?.beginAttempt() ?? { _ in }
    }
    self.context.imports.append(self)
    defer { self.context.imports.removeLast() }
    return try run(context, decode)
  }

  /// Begins an attempt to read a value in one of several ways, which leaves nothing behind if it fails.
  private func beginAttempt() -> (_ hasFailed: Bool) -> Void {
    let recorder = context.recorder
    let (inner, pending, count) = (inner, pending, recorder?.undoing?.count)
    if count == nil { recorder?.undoing = [] }
    return { [self] hasFailed in
      if hasFailed {
        (self.inner, self.pending) = (inner, pending)
        // What is undone needs no undoing itself.
        var steps = recorder?.undoing ?? []
        recorder?.undoing = nil
        try? final { while steps.count > count ?? 0, let step = steps.popLast() { try step() } }
        recorder?.undoing = steps
      }
      if count == nil { recorder?.undoing = nil }
    }
  }

  override func isReading(_ id: ColumnValue, of table: AnyTable) -> Bool {
    openObjects.contains { $0.id == id && $0.table === table }
  }

  // MARK: What references ask for

  override func readObject(
    of table: AnyTable, from reader: inout JSONReader
  ) throws -> ColumnValue? {
    let open = try final { try context.state(of: table) }
    return try readObject(open, from: &reader)
  }

  override func reading<R>(
    _ relation: Relation, at place: JSONReader.Place, _ body: () throws -> R
  ) throws -> R {
    let outer = inverse
    defer { inverse = outer }
    inverse = nil
    if let owner = current, self.column(of: relation, at: place) != nil,
      let column = try relation.inverseColumn()
    {
      inverse = Inverse(column: column, owner: owner.id)
    }
    return try body()
  }

  override func didRead(
    _ relation: Relation, at place: JSONReader.Place, _ ids: [ColumnValue]
  ) {
    guard let column = column(of: relation, at: place) else { return }
    arrived[outer.count, default: [:]][column] = ids
    hasLeftovers = true
  }

  /// The column of a relation of the object that is being read; nil if it's that of another model inside of it, which
  /// may be of the same type. Then the relation is deeper in the document than its key path leads.
  private func column(of relation: Relation, at place: JSONReader.Place) -> Int? {
    guard relation.hasInverse, let object = current,
      let depth = place.depth(inside: object.place),
      let column = object.table.relations.first(where: { $0.relation === relation })?.column
    else { return nil }
    return object.table.columns[column].field.depths.contains(depth) ? column : nil
  }
}

// MARK: - Objects

extension ImportSession {
  /// Reads an object, inserts or updates the model, and returns its id.
  func readObject(_ open: OpenTable, from reader: inout JSONReader) throws -> ColumnValue {
    if failure != nil { throw MappingError(.unreadableSource) }
    let foreignCount = current?.foreignCount
    let position = position(in: &reader)
    if readsAgain, let error = errors[ObjectPlace(position, open.table)] {
      try reader.skip()
      throw error
    }
    do {
      return try readObject(open, at: position, from: &reader)
    } catch {
      // What it has read isn't read again, because it's skipped then.
      if let foreignCount {
        current?.foreignCount = foreignCount
        errors[ObjectPlace(position, open.table)] = error
        hasLeftovers = true
      }
      throw error
    }
  }

  /// The position of an object that is about to be read.
  private func position(in reader: inout JSONReader) -> Position {
    let offset = reader.consumedCount
    guard let around = current else {
      if let root, reader.hasPlace(root) { return Position(document: 0, offset: offset) }
      documentCount += 1
      return Position(document: documentCount, offset: offset)
    }
    guard !reader.hasPlace(around.place) else {
      return Position(document: around.document, offset: offset)
    }
    current?.foreignCount += 1
    let foreign = ForeignDocument(
      reader: Position(document: around.document, offset: around.place.offset),
      number: around.foreignCount)
    if let known = documents[foreign] { return Position(document: known, offset: offset) }
    documentCount += 1
    documents[foreign] = documentCount
    hasLeftovers = true
    return Position(document: documentCount, offset: offset)
  }

  private func readObject(
    _ open: OpenTable, at position: Position, from reader: inout JSONReader
  ) throws -> ColumnValue {
    let table = open.table
    if progress.isDue { try final { try progress.report(position.offset, of: reader.totalCount) } }
    let inverse = self.inverse
    if inverse != nil { self.inverse = nil }
    defer { if inverse != nil { self.inverse = inverse } }
    let isNested = current != nil
    var key: ColumnValue?
    let hasOthers = try reader.peek(table.idColumn, of: table.fields, needsOthers: isNested) {
      do {
        key = try table.readKey(&$0)
      } catch let error as MappingError {
        let field = table.idCoder.field
        if !field.keepsDefault(after: error, in: $0) { throw table.fields.named(error, field) }
      }
    }
    guard let key else {
      let object = ObjectPlace(position, table)
      if let id = made[object] {
        try reader.skip()
        return id
      }
      // The id may be that of a known model: a default isn't a new one each time.
      let (model, id) = try table.type.makeModel(table, for: &reader)
      try read(id, open, inverse, model, in: position.document, from: &reader)
      if isNested || !readsModelsOnly {
        made[object] = id
        context.recorder?.undoing?.append { [self] in made[object] = nil }
        if readsModelsOnly { hasLeftovers = true }
      }
      return id
    }
    if readsAgain || isNested && !hasOthers && table.columns.count > 1 {
      try reader.skip()
      return key
    }
    try read(key, open, inverse, in: position.document, from: &reader)
    return key
  }

  /// Reads the object of a model with an id; `made` is the model, if it has made its id.
  private func read(
    _ id: ColumnValue, _ open: OpenTable, _ inverse: Inverse?, _ made: Any? = nil,
    in document: Int, from reader: inout JSONReader
  ) throws {
    let table = open.table
    let start = reader.place
    let isNested = current != nil
    if let around = current {
      outer.append(around)
      if let object = outer.firstIndex(where: { $0.id == id && $0.table === table }) {
        // A document inside of another one is gone before the object around it is written. Only the id counts there.
        if reader.hasPlace(outer[object].place) {
          inner[object, default: []].append(start)
          hasLeftovers = true
        }
        outer.removeLast()
        return try reader.skip()
      }
    }
    current = OpenObject(table: table, id: id, document: document, place: start)
    defer {
      if hasLeftovers { forgetLeftovers() }
      current = isNested ? outer.removeLast() : nil
    }
    if let row = try final({ try context.row(id, of: table.entity) }) {
      try update(row, open, inverse, from: &reader)
    } else {
      try insert(id, open, inverse, made, from: &reader)
    }
    guard hasLeftovers else { return }
    // Now, because what is inside of it may be in error, and then, because that may say something else.
    try setPending(of: id, in: open)
    try settle(start, takeInner(), in: &reader) { reader in
      guard let row = try self.final({ try self.context.row(id, of: table.entity) }) else { return }
      try self.update(row, open, nil, from: &reader)
    }
    try setPending(of: id, in: open)
  }

  /// Forgets what is left to be done for the object that has been read, or has failed.
  private func forgetLeftovers() {
    inner[outer.count] = nil
    pending[outer.count] = nil
    arrived[outer.count] = nil
    if outer.isEmpty {
      (errors, documents) = ([:], [:])
      // Nothing outside of the outermost object is read again, unless that is inside of other values.
      if readsModelsOnly { made = [:] }
    }
    hasLeftovers =
      !(inner.isEmpty && pending.isEmpty && arrived.isEmpty && errors.isEmpty && documents.isEmpty
      && (made.isEmpty || !readsModelsOnly))
  }

  /// Sets what other objects have left to be set in the one that has just been written.
  private func setPending(of id: ColumnValue, in open: OpenTable) throws {
    for inverse in pending[outer.count] ?? [] {
      try final { try context.set(inverse.column, of: id, in: open, to: inverse.owner) }
    }
  }

  /// Updates an object that has been read from the places where it is inside of itself, and then from its own place
  /// again, so that the outermost one has the last word.
  private func settle(
    _ place: JSONReader.Place, _ inner: [JSONReader.Place], in reader: inout JSONReader,
    _ update: (inout JSONReader) throws -> Void
  ) throws {
    guard !inner.isEmpty else { return }
    for place in inner {
      try reader.reread(from: place, update)
      try settle(place, takeInner(), in: &reader, update)
    }
    readsAgain = true
    defer { readsAgain = false }
    try reader.reread(from: place, update)
  }

  /// Where the object that is being read is inside of itself, as far as it has been read since the last call.
  private func takeInner() -> [JSONReader.Place] {
    inner.removeValue(forKey: outer.count) ?? []
  }
}
