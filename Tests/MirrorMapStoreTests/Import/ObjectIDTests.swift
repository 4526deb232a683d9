import MirrorMapStore
import Testing

@Suite(.temporaryFolder) struct ObjectIDTests {
  /// Another property is inside of the object that is the id.
  @Test(arguments: StorageKind.allCases)
  func anIDThatIsAnObject(kind: StorageKind) throws {
    let context = try kind.context()
    let json = #"{"ref": {"x": 1, "y": 2}, "next": {"ref": {"x": 3, "y": 4}}}"#
    #expect(try context.import(Pointed.self, from: json).changes.description == "2 inserted")
    #expect(try context.import(Pointed.self, from: json).changes.description == "2 unchanged")
    #expect(try context.fetch(Pointed.self, id: Spot(x: 3, y: 4))?.x == 3)
  }
}

private struct Spot: MappableValue, Hashable, Sendable {
  var x: Int
  var y: Int

  init(x: Int, y: Int) { (self.x, self.y) = (x, y) }

  static func decode(from reader: inout JSONReader) throws -> Spot {
    let object = try reader.decode([String: Int].self)
    return Spot(x: object["x"] ?? 0, y: object["y"] ?? 0)
  }

  func encode(to writer: inout JSONWriter) throws { try writer.encode(["x": x, "y": y]) }

  static var shape: ValueShape { .dictionary(of: .value(Int.self)) }
}

private struct Pointed: StoredModel {
  @Mapped("ref") var id: Spot
  @Mapped("ref.x") var x: Int
  @Related var next: Reference<Pointed>?
}
