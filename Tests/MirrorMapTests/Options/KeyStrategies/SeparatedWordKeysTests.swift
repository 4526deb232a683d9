import MirrorMap
import Testing

struct SeparatedWordKeysTests {
  @Test(arguments: [
    ("userID", "user_id"), ("htmlURL", "html_url"), ("URLSession", "url_session"),
    ("line2Text", "line2_text"), ("iPhone15Pro", "i_phone15_pro"), ("x", "x"), ("X", "x"),
    ("ID", "id"), ("_private", "_private"), ("_privateKey", "_private_key"), ("", ""),
    ("already_snake", "already_snake"), ("mixed_Case", "mixed_case"), ("aB", "a_b"),
    ("HTML5Parser", "html5_parser"), ("sha256", "sha256"), ("SHA256Sum", "sha256_sum"),
    ("utf8", "utf8"), ("a1B2", "a1_b2"), ("isAOK", "is_aok"), ("thisIsATest", "this_is_a_test"),
    ("größeDesÄrmels", "größe_des_ärmels"), ("имяПользователя", "имя_пользователя"),
    ("名前", "名前"), ("Ünicode", "ünicode"), ("trailing_", "trailing_"), ("a__b", "a__b"),
  ])
  func wordsOfAName(_ name: String, _ key: String) {
    #expect(StandardKeys.snakeCase.key(for: name) == key)
    #expect(
      StandardKeys.separated(by: "–").key(for: name)
        == StandardKeys.kebabCase.key(for: name).replacing("-", with: "–"))
  }

  @Test(arguments: [
    ("userID", "user-id"), ("htmlURL", "html-url"), ("URLSession", "url-session"), ("x", "x"),
    ("_private", "_private"), ("snake_caseName", "snake_case-name"),
  ])
  func wordsSeparatedByHyphens(_ name: String, _ key: String) {
    #expect(StandardKeys.kebabCase.key(for: name) == key)
  }

  @Test func strategiesWithTheSameSeparatorAreEqual() {
    #expect(StandardKeys.snakeCase == StandardKeys.separated(by: "_"))
    #expect(StandardKeys.snakeCase != StandardKeys.kebabCase)
  }
}
