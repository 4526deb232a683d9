import Foundation

/// Makes a document like `twitter.json`: a page of a hundred search results, indented by two.
///
/// Each result is a status with some 25 members and a user with some 40, and an app keeps only a
/// part of them; three in four are retweets and contain the whole original, including its user.
/// Identifiers need 60 bits and occur both as numbers and as strings; a missing value is mostly
/// `null` and sometimes absent. See `TwitterGenerator+Users` and `TwitterGenerator+Entities` for the rest.
struct TwitterGenerator {
  private static let statusCount = 100
  private static let newestID = 512_345_678_901_234_567

  var random = SeededGenerator(seed: 0x0717_7E24)
  private var lastID = Self.newestID

  static func document() -> Data {
    var generator = TwitterGenerator()
    return generator.searchResult().rendered(indent: 2)
  }

  private mutating func searchResult() -> DocumentNode {
    [
      "statuses": .array((0..<Self.statusCount).map { status(at: $0) }),
      "search_metadata": [
        "completed_in": .number("0.087"),
        "max_id": .int(Self.newestID),
        "max_id_str": .string(String(Self.newestID)),
        "next_results": .string("?max_id=\(lastID)&q=%E4%B8%80&count=100&include_entities=1"),
        "query": "%E4%B8%80",
        "refresh_url": .string("?since_id=\(Self.newestID)&q=%E4%B8%80&include_entities=1"),
        "count": 100,
        "since_id": 0,
        "since_id_str": "0",
      ],
    ]
  }

  private mutating func status(at position: Int) -> DocumentNode {
    let isRetweet = position % 15 < 11
    guard isRetweet else {
      let text = JapaneseText.text(of: random.int(in: 20...130), with: &random)
      return post(text: text, author: handle(), original: nil)
    }
    let author = handle()
    let text = JapaneseText.text(of: random.int(in: 60...125), with: &random)
    let original = post(text: text, author: author, original: nil)
    return post(text: "RT @\(author): \(text)", author: handle(), original: original)
  }

  /// A status; with `original`, the retweet of that one.
  private mutating func post(
    text: String, author: String, original: DocumentNode?
  ) -> DocumentNode {
    lastID -= random.int(in: 1_000_000...9_000_000_000)
    let id = lastID
    let reply: (status: Int, user: Int, name: String)? =
      original == nil && random.chance(12) ? (lastID - 77_000_000, userID(), handle()) : nil
    let entities = statusEntities(isRetweet: original != nil)
    var members: [(key: String, value: DocumentNode)] = [
      ("metadata", ["result_type": "recent", "iso_language_code": "ja"]),
      ("created_at", .string(date(year: 2014))),
      ("id", .int(id)),
      ("id_str", .string(String(id))),
      ("text", .string(text)),
      ("source", .string(random.pick(Self.sources))),
      ("truncated", false),
      ("in_reply_to_status_id", .optional(reply?.status)),
      ("in_reply_to_status_id_str", .optional(reply.map { String($0.status) })),
      ("in_reply_to_user_id", .optional(reply?.user)),
      ("in_reply_to_user_id_str", .optional(reply.map { String($0.user) })),
      ("in_reply_to_screen_name", .optional(reply?.name)),
      ("user", user(named: author)),
      ("geo", nil),
      ("coordinates", nil),
      ("place", nil),
      ("contributors", nil),
    ]
    if let original { members.append(("retweeted_status", original)) }
    members += [
      ("retweet_count", .int(random.below(900))),
      ("favorite_count", .int(random.below(500))),
      ("entities", entities.node),
      ("favorited", false),
      ("retweeted", false),
    ]
    // Only statuses with a link or a picture say whether they are sensitive.
    if entities.hasLinks { members.append(("possibly_sensitive", .bool(random.chance(10)))) }
    members.append(("lang", random.chance(95) ? "ja" : "zh"))
    return .object(members)
  }

  private static let sources = [
    "<a href=\"http://twitter.com/download/iphone\" rel=\"nofollow\">Twitter for iPhone</a>",
    "<a href=\"http://twitter.com/download/android\" rel=\"nofollow\">Twitter for Android</a>",
    "<a href=\"http://twitter.com\" rel=\"nofollow\">Twitter Web Client</a>",
    "<a href=\"http://example.com/bot/\" rel=\"nofollow\">四季の言葉bot</a>",
  ]

  mutating func handle() -> String {
    JapaneseText.handle(with: &random)
  }

  mutating func userID() -> Int {
    random.int(in: 10_000_000...2_760_000_000)
  }

  /// `Sun Aug 31 00:29:15 +0000 2014`, on the weekday it was.
  mutating func date(year: Int) -> String {
    let month = random.pick([1, 2, 3, 5, 7, 8, 10, 12])
    let day = random.int(in: 10...28)
    let time = [random.below(24), random.below(60), random.below(60)]
      .map { $0 < 10 ? "0\($0)" : "\($0)" }
      .joined(separator: ":")
    let weekday = Self.weekdays[Self.weekday(year: year, month: month, day: day)]
    return "\(weekday) \(Self.months[month - 1]) \(day) \(time) +0000 \(year)"
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Days since Sunday: years begin in March here, so that February's length does not matter.
  private static func weekday(year: Int, month: Int, day: Int) -> Int {
    let year = month < 3 ? year - 1 : year
    let daysBeforeMonth = (13 * ((month + 9) % 12) + 2) / 5
    return (year + year / 4 - year / 100 + year / 400 + daysBeforeMonth + day + 2) % 7
  }
}

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

extension TwitterGenerator {
  /// The hashtags, links, mentions and pictures of a status, and whether there are any links.
  mutating func statusEntities(isRetweet: Bool) -> (node: DocumentNode, hasLinks: Bool) {
    let links = random.chance(10) ? [link(shortLink(), at: random.int(in: 10...100))] : []
    let media = random.chance(6) ? [picture(isRetweet: isRetweet)] : []
    let mentions = (0..<(isRetweet ? 1 : random.pick([0, 0, 0, 1]))).map { _ in mention() }
    var members: [(key: String, value: DocumentNode)] = [
      ("hashtags", .array(random.chance(7) ? [hashtag()] : [])),
      ("symbols", []),
      ("urls", .array(links)),
      ("user_mentions", .array(mentions)),
    ]
    if !media.isEmpty { members.append(("media", .array(media))) }
    return (.object(members), !links.isEmpty || !media.isEmpty)
  }

  mutating func shortLink() -> String {
    "http://t.co/" + JapaneseText.token(of: 10, with: &random)
  }

  mutating func link(_ url: String, at start: Int) -> DocumentNode {
    let host = "\(random.word(of: 8, from: JapaneseText.letters)).example.jp"
    let path = "/\(random.int(in: 1000...999_999)).html"
    return [
      "url": .string(url),
      "expanded_url": .string("http://\(host)\(path)"),
      "display_url": .string(host + path),
      "indices": .ints([start, start + 22]),
    ]
  }

  private mutating func hashtag() -> DocumentNode {
    let text = JapaneseText.name(with: &random)
    return ["text": .string(text), "indices": .ints([80, 81 + text.count])]
  }

  private mutating func mention() -> DocumentNode {
    let id = userID()
    let screenName = handle()
    return [
      "screen_name": .string(screenName),
      "name": .string(JapaneseText.name(with: &random)),
      "id": .int(id),
      "id_str": .string(String(id)),
      "indices": .ints([3, 4 + screenName.count]),
    ]
  }

  private mutating func picture(isRetweet: Bool) -> DocumentNode {
    let id = random.int(in: 505_000_000_000_000_000...505_870_000_000_000_000)
    let file = "//pbs.twimg.com/media/\(JapaneseText.token(of: 15, with: &random)).jpg"
    let page = JapaneseText.token(of: 10, with: &random)
    let status = "http://twitter.com/\(handle())/status/\(id + 7)/photo/1"
    var members: [(key: String, value: DocumentNode)] = [
      ("id", .int(id)),
      ("id_str", .string(String(id))),
      ("indices", .ints([27, 49])),
      ("media_url", .string("http:" + file)),
      ("media_url_https", .string("https:" + file)),
      ("url", .string("http://t.co/" + page)),
      ("display_url", .string("pic.twitter.com/" + page)),
      ("expanded_url", .string(status)),
      ("type", "photo"),
      (
        "sizes",
        [
          "medium": ["w": 600, "h": 338, "resize": "fit"],
          "small": ["w": 340, "h": 192, "resize": "fit"],
          "thumb": ["w": 150, "h": 150, "resize": "crop"],
          "large": ["w": 765, "h": 432, "resize": "fit"],
        ]
      ),
    ]
    if isRetweet {
      members.append(("source_status_id", .int(id + 7)))
      members.append(("source_status_id_str", .string(String(id + 7))))
    }
    return .object(members)
  }
}
