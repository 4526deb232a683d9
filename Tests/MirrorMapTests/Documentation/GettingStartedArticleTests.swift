import Foundation
import MirrorMap
import Testing

@testable import TestSupport

// The code of the article for beginners; `ArticleTests` checks that it is all here.

private let sample = #"""
  {"id": 12, "title": "Rye bread", "prep_minutes": 25, "tags": ["baking", "vegan"],
   "created_at": "2026-03-01T08:00:00Z", "author": {"name": "Ada", "page": null}}
  """#

private struct Author: Mappable, Equatable {
  @Mapped var name: String
  @Mapped var page: URL?
}

private struct Recipe: Mappable, Equatable {
  @Mapped var id: Int
  @Mapped var title: String
  @Mapped("prep_minutes") var minutes: Int
  @Mapped("created_at") var created: Date
  @Mapped var author: Author
  @Mapped var tags: [String] = []
  @Mapped var servings: Int = 4
}

extension Author {
  init(name: String, page: URL? = nil) {
    self.init()
    self.name = name
    self.page = page
  }
}

struct GettingStartedArticleTests {
  @Test func codeDoesWhatItSays() throws {
    let console = Console()
    func print(_ items: Any...) { console.print(items.map { "\($0)" }.joined(separator: " ")) }

    let recipe = try Recipe.decode(from: sample)
    print(recipe.title, recipe.author.name, recipe.servings)

    let recipes = try [Recipe].decode(from: "[\(sample)]")
    let author = try Author.decode(from: sample, at: "author")
    #expect(recipes == [recipe] && author == recipe.author)

    var changed = recipe.author
    changed.page = URL(string: "https://example.org/ada")
    print(try changed.encodeString(options: .prettyPrinted))

    var draft = Author()
    print(draft)
    #expect(
      errorText { try draft.encode() }
        == "$.name: a required property was neither decoded nor assigned (Author.name)")
    draft.name = "Grace"
    print(draft.name)

    let grace = Author(name: "Grace")
    #expect(grace == draft)

    let wrong = #"""
      {"id": 12, "title": "Rye bread",
       "prep_minutes": "25 min"}
      """#

    do {
      _ = try Recipe.decode(from: wrong)
    } catch {
      print(error)
    }

    #expect(try console.lines == Article("\(Article.folder)/GettingStarted.md").output)
  }

  @Test func recipeIsDeclaredCorrectly() throws {
    try Recipe.validateMapping()
  }

  @Test func recipeSurvivesARoundTrip() throws {
    let recipe = try Recipe.decode(from: sample)
    #expect(recipe.minutes == 25)
    #expect(try Recipe.decode(from: recipe.encode()) == recipe)
  }
}
