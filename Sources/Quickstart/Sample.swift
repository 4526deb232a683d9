/// A small document for those who have no file at hand.
enum Sample {
  static let json = #"""
    {
      "statuses": [
        {
          "id": 1001, "text": "Reflection once per type, not once per value \ud83d\ude80",
          "created_at": "Mon Sep 16 09:00:00 +0000 2024", "lang": "en",
          "user": {
            "id": 7, "screen_name": "ada", "followers_count": 1815,
            "url": "https://example.org/ada", "verified": true
          },
          "retweet_count": 12, "favorite_count": 40,
          "entities": {"hashtags": [{"text": "swift", "indices": [0, 6]}, {"text": "json"}]}
        },
        {
          "id": 1002, "text": "RT: Reflection once per type",
          "created_at": "Mon Sep 16 09:05:30 +0000 2024", "lang": "en",
          "user": {"id": 8, "screen_name": "grace", "followers_count": 1906, "url": null},
          "in_reply_to_screen_name": null, "entities": {"hashtags": [{"text": "swift"}]},
          "retweeted_status": {"user": {"screen_name": "ada"}}
        },
        {
          "id": 1003, "text": "値はどこにあるかが証明される。",
          "created_at": "Mon Sep 16 09:07:12 +0000 2024", "lang": "ja",
          "user": {"id": 9, "name": "no handle", "followers_count": 3}
        }
      ],
      "search_metadata": {"completed_in": 0.035, "count": 3}
    }
    """#
}
