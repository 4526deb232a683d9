import Foundation
import MirrorMap
import Testing

@testable import TestSupport

private let host = URL(string: "https://cdn.example.org/v1/")!

private struct Links: Mappable {
  @Mapped("home", transform: .url) var home: URL?
  @Mapped("image", transform: .url(relativeTo: host)) var image: URL?
  @Mapped("plain") var plain: URL?
}

struct URLTransformTests {
  @Test(arguments: [
    "https://example.org", "https://example.org/a%20b?q=%C3%A9&x=1#part", "mailto:a@example.org",
    "file:///tmp/x", "HTTP://EXAMPLE.org:80/%7Euser/../x",
  ])
  func urlsAreLeftUnchanged(_ text: String) throws {
    let json = #"{"home":"\#(text)","image":"\#(text)","plain":"\#(text)"}"#
    let links = try Links.decode(from: json)
    #expect(links.home?.absoluteString == text)
    #expect(links.plain?.absoluteString == text)
    #expect(try links.encodeString() == json)
  }

  @Test(arguments: [
    ("7.png", "https://cdn.example.org/v1/7.png"), ("/7.png", "https://cdn.example.org/7.png"),
    ("../v2/7.png?s=1", "https://cdn.example.org/v2/7.png?s=1"),
    ("//other.example.org/7.png", "https://other.example.org/7.png"),
  ])
  func relativeTextsAreResolvedAndWrittenAsTheyWereRead(_ text: String, _ absolute: String) throws {
    let json = #"{"image":"\#(text)"}"#
    let links = try Links.decode(from: json)
    #expect(links.image?.absoluteString == absolute)
    #expect(try links.encodeString() == json)
  }

  @Test func urlWithAnotherBaseIsWrittenWhole() throws {
    var links = Links()
    links.image = URL(string: "a.png", relativeTo: URL(string: "https://example.org/x/"))
    links.home = URL(string: "b.png", relativeTo: host)
    #expect(
      try links.encodeString()
        == #"{"home":"https://cdn.example.org/v1/b.png","image":"https://example.org/x/a.png"}"#)
  }

  @Test(arguments: ["two words", "https://example.org/é", "http://[", "%zz", "a\\\\b"])
  func invalidURLIsAnErrorAndNothingIsEscapedSilently(_ text: String) {
    #expect(
      errorText { try Links.decode(from: #"{"home":"\#(text)"}"#) }
        == "$.home: expected a URL, found another string (line 1, column 9, Links.home)")
    #expect(
      errorText { try Links.decode(from: #"{"image":"\#(text)"}"#) }
        == "$.image: expected a URL, found another string (line 1, column 10, Links.image)")
  }

  @Test func otherKindsAreNamed() {
    #expect(
      errorText { try Links.decode(from: #"{"home":["x"]}"#) }
        == "$.home: expected String, found an array (line 1, column 9, Links.home)")
  }

  @Test(arguments: [
    ("https://example.org/a b?q=é#{x}", "https://example.org/a%20b?q=%C3%A9#%7Bx%7D"),
    ("https://example.org/a[1]?q[]=2#x#[y]", "https://example.org/a%5B1%5D?q%5B%5D=2#x%23%5By%5D"),
    ("http://[::1]:80/[", "http://[::1]:80/%5B"),
    ("https://example.org/a%20b c", "https://example.org/a%20b%20c"),
    ("https://example.org/100%", "https://example.org/100%25"),
    ("https://example.org/%zz", "https://example.org/%25zz"), ("a b", "a%20b"),
    ("/a|b", "/a%7Cb"), ("https://example.org", "https://example.org"),
    ("mailto:a b@example.org", "mailto:a%20b@example.org"),
    ("//example.org/\u{7F}", "//example.org/%7F"), ("//example.org/\u{1}", "//example.org/%01"),
  ])
  func invalidCharactersAreEscapedOnRequest(_ text: String, _ url: String) throws {
    let transform = URLTransform(escapesInvalidCharacters: true)
    #expect(try transform.decode(text).absoluteString == url)
    #expect(try transform.encode(transform.decode(text)) == url)
  }

  @Test(arguments: ["https://two words/", "https://é.example.org/", "", "//a b"])
  func hostIsNotEscaped(_ text: String) {
    let transform = URLTransform(escapesInvalidCharacters: true)
    #expect(errorText { try transform.decode(text) } == "$: expected a URL, found another string")
  }

  @Test func aBaseThatIsRelativeItself() throws {
    let base = try #require(URL(string: "d/", relativeTo: URL(string: "https://a.b/c/")))
    let transform = URLTransform(relativeTo: base)
    let url = try transform.decode("x/y")
    #expect(url.absoluteString == "https://a.b/c/d/x/y" && transform.encode(url) == "x/y")
  }
}
