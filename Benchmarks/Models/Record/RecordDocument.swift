/// A document for `MappedRecord` and `PlainRecord`, and one for another type.
enum RecordDocument {
  static let text = """
    {"id":90210,"uuid":"0b0e7c5e-4f0a-4c1e-9d4e-1f4f0a4c1e9d","first_name":"Ada",\
    "last_name":"Byron","display_name":"ada","email":"ada@mail.example","phone":null,\
    "is_active":true,"is_verified":false,"created_at":"2024-03-01T09:30:00Z",\
    "updated_at":"2025-11-21T12:00:00Z","last_login_at":null,"login_count":1234,"score":0.875,\
    "balance":1024.5,"currency":"EUR","language":"en","time_zone":"Europe/London",\
    "avatar_url":"https://img.example/a/90210.png","website":null,\
    "biography":"Notes on the engine.","follower_count":88,"following_count":12,\
    "tags":["maths","poetry"],"group_ids":[3,14,159],"latitude":51.5,"longitude":-0.125,\
    "is_admin":false,"theme":"dark","revision":7}
    """

  static let other = """
    {"count":1,"name":"a","note":null,"isOpen":true,"ratio":0.5,"share":null,"labels":["b"],\
    "sizes":[1]}
    """
}
