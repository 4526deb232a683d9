import Testing

@testable import MirrorMapTool

struct SwiftNameTests {
  @Test(arguments: [
    ("id", "id"), ("user_id", "userID"), ("userId", "userID"), ("html_url", "htmlURL"),
    ("URL", "url"), ("is-open", "isOpen"), ("a.b", "aB"), ("2nd", "_2nd"), ("", "value"),
    ("*", "value"), ("default", "`default`"), ("self", "selfValue"), ("encode", "encodeValue"),
    ("größe", "größe"), ("名前", "名前"), ("emoji😀", "emoji"), ("with space", "withSpace"),
    ("FOO_BAR", "fooBAR"), ("tweet_ids", "tweetIDs"), ("__typename", "typename"),
    ("is_none", "isNoneValue"),
  ])
  func properties(key: String, name: String) { #expect(SwiftName.property(key) == name) }

  @Test(arguments: [
    ("statuses", "Status"), ("entries", "Entry"), ("boxes", "Box"), ("addresses", "Address"),
    ("children", "Child"), ("news", "News"), ("bus", "Bus"), ("analysis", "Analysis"),
    ("user_ids", "UserID"), ("movies", "Movie"), ("items", "Item"), ("series", "Series"),
  ])
  func elements(key: String, name: String) { #expect(SwiftName.type(key, isElement: true) == name) }

  @Test func types() {
    #expect(SwiftName.type("search_metadata") == "SearchMetadata")
    #expect(SwiftName.type("1") == "Value1")
    #expect(SwiftName.type(ofFile: "/a/github_events.json") == "GithubEvents")
    #expect(SwiftName.isIdentifier("Page2") && !SwiftName.isIdentifier("2"))
    #expect(!SwiftName.isIdentifier("class") && !SwiftName.isIdentifier("a-b"))
  }

  @Test func namesInUseAreNotHidden() {
    let text = models(
      #"{"data": {"a": 1}, "error": {"b": 1}, "mapper": {"c": 1}, "swift": {"e": 1}, "page": {"d": {"d": 1}}}"#
    )
    for name in ["SampleData", "SampleError", "SampleMapper", "SampleSwift", "Page", "D"] {
      #expect(text.contains("struct \(name): Mappable"))
    }
  }

  /// The last number of a name is kept, so that each further key takes one step and not one per key before it.
  @Test func manyKeysWithOneName() {
    var taken: [String: Int] = [:]
    var last = ""
    for _ in 1...5_000 { last = SwiftName.unused("a", &taken) }
    #expect(last == "a5000")
    #expect(taken["a"] == 5_000)
    #expect(SwiftName.unused("a2", &taken) == "a21000")
  }

  @Test func collisions() {
    let text = models(#"{"a_b": 1, "aB": 2, "a-b": 3, "x": {"y": {"q": 1}}, "z": {"y": {"r": 1}}}"#)
    for name in ["aB: Int", "aB2: Int", "aB3: Int", "struct Y:", "struct ZY:"] {
      #expect(text.contains(name), "\(text)")
    }
  }
}
