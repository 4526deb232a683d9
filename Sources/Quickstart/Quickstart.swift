import MirrorMap

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Decodes a Twitter timeline, sums it up, changes it, encodes it and decodes it again. With the argument `store`, it
/// runs the ``StoreExample`` instead.
@main
enum Quickstart {
  static func main() async {
    do {
      let argument = CommandLine.arguments.dropFirst().first
      #if Foundation
        if argument == "store" { return try await StoreExample.run() }
      #endif
      try run(argument)
    } catch {
      fail("\(error)")
    }
  }

  static func run(_ file: String?) throws {
    let document =
      if let file {
        try load(file)
      } else {
        Data(Sample.json.utf8)
      }
    let clock = ContinuousClock()

    var timeline = Timeline()
    let decoding = try clock.measure { timeline = try Timeline.decode(from: document) }
    print(
      "Decoded \(document.count) bytes of \(file ?? "the sample") in \(text(decoding)), planning included."
    )
    summarize(timeline)

    for index in timeline.statuses.indices where timeline.statuses[index].retweetOf == nil {
      // A document may contain every number that fits.
      if timeline.statuses[index].favorites < .max { timeline.statuses[index].favorites += 1 }
      timeline.statuses[index].hashtags.append(hashtag("mirrormap"))
    }

    var json = Data()
    let encoding = try clock.measure { json = try timeline.encode() }
    print("\nChanged it, and encoded \(json.count) bytes in \(text(encoding)).")

    let again = try Timeline.decode(from: json)
    guard again == timeline else {
      throw MappingError(.custom, expected: "the same timeline after a round trip")
    }
    print("Decoded again: it is the same.")
    if let first = again.statuses.first {
      print("\nThe first status, as it is written now:\n")
      print(try first.encodeString(options: [.prettyPrinted]))
    }
  }

  /// Reads a file; says which one if that fails.
  static func load(_ file: String) throws -> Data {
    do {
      return try Data(contentsOf: URL(fileURLWithPath: file))
    } catch {
      throw MappingError(.unreadableSource, expected: "\(file) cannot be read")
    }
  }

  static func summarize(_ timeline: Timeline) {
    let statuses = timeline.statuses
    let languages = Dictionary(grouping: statuses) { $0.language?.rawValue ?? "?" }
      .mapValues(\.count).sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let tags = Set(statuses.flatMap(\.hashtags).map(\.text))
    let retweetCount = statuses.count { $0.retweetOf != nil }
    print("  statuses    \(statuses.count), of these \(retweetCount) retweets")
    print("  languages   " + languages.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
    print("  hashtags    \(tags.count)")
    if let last = statuses.map(\.createdAt).max() {
      print("  latest      \(last.formatted(.iso8601))")
    }
    if let popular = statuses.map(\.author).max(by: { $0.followers < $1.followers }) {
      print("  popular     @\(popular.name) with \(popular.followers) followers")
    }
  }

  static func hashtag(_ text: String) -> Hashtag {
    var tag = Hashtag()
    tag.text = text
    return tag
  }

  static func text(_ duration: Duration) -> String {
    let parts = duration.components
    let microseconds = Double(parts.seconds) * 1e6 + Double(parts.attoseconds) / 1e12
    return "\((microseconds / 10).rounded() / 100) ms"
  }
}
