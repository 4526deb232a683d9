import Foundation

/// What references and relations ask for while a store imports or exports: the import that is under way reads the
/// objects that a document has in the place of ids, an export writes models in the place of ids.
///
/// A session is found by the mapping context of its call. It's used by that call alone, on one thread.
class StoreSession {
  /// Leads from a mapping context to the session. A context is `Sendable`; this one is meant for its call only. A hook
  /// may keep it nevertheless, and then it leads nowhere after the call.
  private final class Link: @unchecked Sendable {
    var session: StoreSession?

    init(_ session: StoreSession) { self.session = session }
  }

  /// The session of the call that a context belongs to.
  static func current(in context: MappingContext) -> StoreSession? { context[Link.self]?.session }

  final let progress: SessionProgress
  /// What has ended the session.
  final private(set) var failure: (any Error)?

  init(_ progress: Progress?) { self.progress = SessionProgress(progress) }

  /// Calls a closure with a context that leads to this session, and reports the end of it.
  ///
  /// - Throws: What has ended the session, or what the closure throws; `CancellationError`.
  func run<R>(_ context: MappingContext, _ body: (MappingContext) throws -> R) throws -> R {
    let link = Link(self)
    defer { link.session = nil }
    var context = context
    context[Link.self] = link
    do {
      try progress.check()
      let result = try body(context)
      // Code of a model may have caught it.
      if let failure { throw failure }
      try progress.finish()
      return result
    } catch {
      throw failure ?? error
    }
  }

  /// Reads an object, inserts or updates the model, and returns its id; nil if this is no import.
  func readObject(of table: AnyTable, from reader: inout JSONReader) throws -> ColumnValue? { nil }

  /// Calls a closure that reads the references and objects of a relation at some place.
  func reading<R>(
    _ relation: Relation, at place: JSONReader.Place, _ body: () throws -> R
  ) throws -> R {
    try body()
  }

  /// Is called with the ids that the document has in a relation with an inverse.
  func didRead(_ relation: Relation, at place: JSONReader.Place, _ ids: [ColumnValue]) {}

  /// Whether an object of the model with an id is being read by an import.
  func isReading(_ id: ColumnValue, of table: AnyTable) -> Bool { false }

  /// Ends the session with an error, whatever the failure policy is.
  func end(with error: any Error) {
    if failure == nil { failure = error }
  }

  /// Runs a step whose failure ends the session.
  final func final<R>(_ body: () throws -> R) throws -> R {
    do {
      return try body()
    } catch {
      end(with: error)
      // No failure policy drops an error with this code.
      throw MappingError(.unreadableSource, expected: "\(error)")
    }
  }

  /// Whether an export leaves a relation out.
  func omits(_ relation: Relation) -> Bool { false }

  /// Writes a reference that may be in a relation: as its id or, in an export, as its model.
  func write<Model: StoredModel>(
    _ reference: Reference<Model>, in relation: Relation?, to writer: inout JSONWriter
  ) throws {
    try ModelTable<Model>.shared.writeID(reference.id, to: &writer)
  }
}

/// A part of a document that a closure writes.
struct WrittenValue: MappableValue {
  let write: (inout JSONWriter) throws -> Void

  static func decode(from reader: inout JSONReader) throws -> WrittenValue {
    throw MappingError(expected: "an export is only written")
  }

  func encode(to writer: inout JSONWriter) throws { try write(&writer) }
}
