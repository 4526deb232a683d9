extension TwitterGenerator {
  /// A user as every status embeds it.
  mutating func user(named screenName: String) -> DocumentNode {
    let id = userID()
    let url = random.chance(11) ? shortLink() : nil
    let abroad = random.chance(19)
    let theme = "//abs.twimg.com/images/themes/theme\(random.int(in: 1...19))/bg.png"
    let picture =
      "//pbs.twimg.com/profile_images/\(random.int(in: 378_800_000...505_870_000))00000000"
      + "/\(JapaneseText.token(of: 8, with: &random))_normal.jpeg"
    let description = JapaneseText.text(of: random.int(in: 5...130), with: &random)
    var members: [(key: String, value: DocumentNode)] = [
      ("id", .int(id)),
      ("id_str", .string(String(id))),
      ("name", .string(JapaneseText.name(with: &random))),
      ("screen_name", .string(screenName)),
      ("location", .string(random.chance(45) ? "" : JapaneseText.name(with: &random))),
      ("description", .string(description)),
      ("url", .optional(url)),
      ("entities", userEntities(url: url)),
      ("protected", false),
      ("followers_count", .int(random.below(3_000))),
      ("friends_count", .int(random.below(2_000))),
      ("listed_count", .int(random.below(80))),
      ("created_at", .string(date(year: random.int(in: 2009...2014)))),
      ("favourites_count", .int(random.below(9_000))),
      ("utc_offset", abroad ? 32_400 : nil),
      ("time_zone", abroad ? "Tokyo" : nil),
      ("geo_enabled", .bool(random.chance(30))),
      ("verified", .bool(random.chance(1))),
      ("statuses_count", .int(random.below(90_000))),
      ("lang", random.chance(90) ? "ja" : "en"),
      ("contributors_enabled", false),
      ("is_translator", false),
      ("is_translation_enabled", false),
      ("profile_background_color", .string(color())),
      ("profile_background_image_url", .string("http:" + theme)),
      ("profile_background_image_url_https", .string("https:" + theme)),
      ("profile_background_tile", .bool(random.chance(20))),
      ("profile_image_url", .string("http:" + picture)),
      ("profile_image_url_https", .string("https:" + picture)),
    ]
    if random.chance(88) {
      let banner = "https://pbs.twimg.com/profile_banners/\(id)/\(1_400_000_000 + id % 9_999_999)"
      members.append(("profile_banner_url", .string(banner)))
    }
    members += [
      ("profile_link_color", .string(color())),
      ("profile_sidebar_border_color", .string(color())),
      ("profile_sidebar_fill_color", .string(color())),
      ("profile_text_color", "333333"),
      ("profile_use_background_image", true),
      ("default_profile", .bool(random.chance(60))),
      ("default_profile_image", false),
      ("following", false),
      ("follow_request_sent", false),
      ("notifications", false),
    ]
    return .object(members)
  }

  private mutating func userEntities(url: String?) -> DocumentNode {
    let inDescription = random.chance(4) ? [link(shortLink(), at: 20)] : []
    let description: DocumentNode = ["urls": .array(inDescription)]
    guard let url else { return ["description": description] }
    return ["url": ["urls": [link(url, at: 0)]], "description": description]
  }

  private mutating func color() -> String {
    random.word(of: 6, from: Array("0123456789ABCDEF"))
  }
}
