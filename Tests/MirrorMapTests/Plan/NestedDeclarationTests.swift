import MirrorMap
import Testing

@testable import TestSupport

/// A wrong declaration is reported before a byte is read: the documents here aren't JSON.
struct NestedDeclarationTests {
  static let text =
    #"Misdeclared.second cannot be mapped: it writes the same key "k" as Misdeclared.first"#

  @Test(arguments: ["", "{{{", "nul", #"{"a":"#, "\u{0}"])
  func malformedInputDoesNotHideADeclarationError(_ input: String) {
    #expect(errorText { try Misdeclared.decode(from: input) } == Self.text)
    #expect(errorText { try [Misdeclared].decode(from: input) } == Self.text)
    #expect(errorText { try [String: [Misdeclared?]].decode(from: input) } == Self.text)
    #expect(errorText { try HoldsMisdeclared.decode(from: input) } == Self.text)
    #expect(errorText { try HoldsHolder.decode(from: input, at: "a.b") } == Self.text)
  }

  @Test func declarationErrorRepeatsAndSparesOtherModels() throws {
    for _ in 0..<3 { #expect(errorText { try HoldsMisdeclared.decode(from: "{}") } == Self.text) }
    #expect(try Innocent.decode(from: #"{"x":1}"#).x == 1)
  }

  @Test func encodingFindsDeclarationErrorsToo() {
    #expect(errorText { try HoldsMisdeclared().encode() } == Self.text)
    #expect(errorText { try [HoldsHolder()].encodeString() } == Self.text)
  }

  @Test func modelsBehindTransformsAreReached() {
    #expect(errorText { try HoldsBehindTransform.decode(from: "}") } == Self.text)
  }

  @Test func errorCodeIsDeclarationAndNamesModelAndProperty() {
    do {
      _ = try HoldsHolder.decode(from: "}")
      Issue.record("it was decoded")
    } catch let error as MappingError {
      #expect(error.code == .declaration)
      #expect(error.model == "Misdeclared" && error.property == "second")
      #expect(error.byteOffset == nil && error.line == nil)
    } catch {
      Issue.record("\(error) is no MappingError")
    }
  }
}

// MARK: - Models

struct Misdeclared: Mappable {
  @Mapped("k") var first: Int
  @Mapped("k") var second: Int
}
struct Innocent: Mappable { @Mapped var x: Int }
struct HoldsMisdeclared: Mappable {
  @Mapped var innocent: Innocent?
  @Mapped var list: [String: [Misdeclared?]]?
}
struct HoldsHolder: Mappable {
  @Mapped var holder: Set<Int>?
  @Mapped var deep: HoldsMisdeclared?
}
struct HoldsBehindTransform: Mappable {
  @Mapped(transform: TransformOf<Int, Misdeclared>(decode: \.first, encode: { _ in Misdeclared() }))
  var numbers: [[Int]]?
}
