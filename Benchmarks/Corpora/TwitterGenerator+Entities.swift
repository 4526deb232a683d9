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
