/// Small talk in Japanese with emoji, line breaks, quotation marks, links and mentions.
///
/// The text of real tweets is what makes `twitter.json` a test of string reading: three bytes a
/// character, four for an emoji, an escape every few words. These phrases were made up for this.
enum JapaneseText {
  private static let phrases = [
    "今日は朝から雨だった", "駅前のパン屋さんに行ってきた", "明日の試合が楽しみ", "新しい靴を買いました",
    "猫がずっと寝ている", "この曲をずっと聴いている", "宿題がまだ終わらない", "お腹すいた",
    "ラーメン食べたい", "週末は海に行く予定", "電車が遅れている", "写真を撮るのが好き",
    "写真、送ってもらえますか？", "フォローありがとうございます", "夏休みもあと少し", "部活おつかれさま",
    "眠れない夜のコーヒー", "本当に美味しかった", "図書館で勉強中", "来月のライブに当たった",
    "ゲームの新作が出るらしい", "名前:さくら", "第一印象:元気そう", "好きなところ:よく笑う",
    "一言:これからもよろしく", "バイト終わった", "アニメの最終回で泣いた", "夕焼けがきれいでした",
    "誕生日おめでとう", "「また明日」と言った", "えっ、もう八月も終わり", "カレーは二日目がうまい",
  ]
  private static let endings = ["。", "！", "…", "？", "w", "笑", "♪", "ー", "、"]
  private static let emoji = [
    "😊", "😂", "✨", "💖", "🎉", "🐱", "🍜", "☔️", "🌸", "😭", "👍", "🔥", "❤️", "🙏", "👨‍👩‍👧", "🇯🇵",
  ]
  static let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789_")
  private static let mixed = Array("ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789")

  /// Text of about `count` characters.
  static func text(of count: Int, with random: inout SeededGenerator) -> String {
    var text = ""
    // Counting characters of a growing string over and over would be quadratic.
    var length = 0
    while length < count {
      var part = random.pick(phrases) + random.pick(endings)
      if random.chance(30) { part += random.pick(emoji) }
      if random.chance(16) { part += random.pick(["\n", "\n", "\r\n"]) }
      if random.chance(3) { part += " \"\(handle(with: &random))\" " }
      if random.chance(1) { part += "＼(\\^o^/)／" }
      text += part
      length += part.count
    }
    return text
  }

  /// A display name: `さくら✨` or `Yuki@夏休み`.
  static func name(with random: inout SeededGenerator) -> String {
    let phrase = String(random.pick(phrases).prefix(random.int(in: 2...8)))
    switch random.below(3) {
    case 0: return phrase + random.pick(emoji)
    case 1: return "\(handle(with: &random))@\(phrase)"
    default: return phrase
    }
  }

  /// A screen name in ASCII.
  static func handle(with random: inout SeededGenerator) -> String {
    random.word(of: random.int(in: 5...14), from: letters)
  }

  /// The random part of a short link.
  static func token(of count: Int, with random: inout SeededGenerator) -> String {
    random.word(of: count, from: mixed)
  }
}
