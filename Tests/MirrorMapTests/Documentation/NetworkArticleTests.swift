import Foundation
import MirrorMap
import StandIns
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The code of the article on networks, with stand-ins for the libraries; `ArticleTests` checks that it is all here.

private struct User: CodableByMapping, Sendable {
  @Mapped var id: Int
  @Mapped("full_name") var name: String
}

// MARK: Alamofire

private final class ModelDecoder: MappingDecoder, DataDecoder, @unchecked Sendable {}

private struct ModelSerializer<Model: MappableValue & Sendable>: ResponseSerializer {
  var keyPath: String?
  var mapper = Mapper.default

  func serialize(
    request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
  ) throws -> Model {
    if let error { throw error }
    return try Model.decode(from: data ?? Data(), at: keyPath, using: mapper)
  }
}

// MARK: SwiftNIO

// Within a package, a conformance can't be marked as retroactive.
extension ByteBuffer: JSONSource {
  public func withJSONBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try withUnsafeReadableBytes(body)
  }
}

// MARK: Vapor

private struct ModelContentCoder: ContentDecoder, ContentEncoder {
  func decode<D: Decodable>(
    _ type: D.Type, from body: ByteBuffer, headers: HTTPHeaders
  ) throws -> D {
    try decode(type, from: body, headers: headers, userInfo: [:])
  }

  func decode<D: Decodable>(
    _ type: D.Type, from body: ByteBuffer, headers: HTTPHeaders,
    userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> D {
    let decoder = MappingDecoder()
    decoder.userInfo = userInfo
    return try decoder.decode(type, from: body)
  }

  func encode<E: Encodable>(
    _ value: E, to body: inout ByteBuffer, headers: inout HTTPHeaders
  ) throws {
    try encode(value, to: &body, headers: &headers, userInfo: [:])
  }

  func encode<E: Encodable>(
    _ value: E, to body: inout ByteBuffer, headers: inout HTTPHeaders,
    userInfo: [CodingUserInfoKey: any Sendable]
  ) throws {
    let encoder = MappingEncoder()
    encoder.userInfo = userInfo
    headers.contentType = .json
    body.writeBytes(try encoder.encodeBytes(value))
  }
}

extension User: Content {}

// MARK: Hummingbird

private struct ModelCoder: RequestDecoder, ResponseEncoder {
  func decode<T: Decodable>(
    _ type: T.Type, from request: Request, context: some RequestContext
  ) async throws -> T {
    let buffer = try await request.body.collect(upTo: context.maxUploadSize)
    return try MappingDecoder().decode(type, from: buffer)
  }

  func encode(
    _ value: some Encodable, from request: Request, context: some RequestContext
  ) throws -> Response {
    let bytes = try MappingEncoder().encodeBytes(value)
    return Response(
      status: .ok, headers: [.contentType: "application/json; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}

private struct Context: RequestContext {
  var maxUploadSize = 1000
  var requestDecoder = ModelCoder()
  var responseEncoder = ModelCoder()
}

// MARK: Realm and SwiftData

private protocol PersistableValue { init() }

extension Int: PersistableValue {}
extension String: PersistableValue {}

@propertyWrapper private struct Persisted<Value: PersistableValue> {
  var wrappedValue = Value()

  init() {}
  init(primaryKey: Bool) {}
}

private final class StoredUser: Object {
  @Persisted(primaryKey: true) var id: Int
  @Persisted var name: String

  convenience init(_ user: User) {
    self.init()
    (id, name) = (user.id, user.name)
  }
}

/// In place of `@Attribute`, which is a macro.
@propertyWrapper private struct Attribute<Value> {
  enum Option { case unique }

  private var value: Value?

  var wrappedValue: Value {
    get { value! }
    set { value = newValue }
  }

  init(_ option: Option) {}
}

/// With the conformance that `@Model` adds.
private final class SavedUser {
  @Attribute(.unique) var id: Int
  var name: String

  init(_ user: User) {
    name = user.name
    id = user.id
  }
}

extension SavedUser: PersistentModel {}

struct NetworkArticleTests {
  private let json = #"{"data": {"items": [{"id": 7, "full_name": "Ada"}]}}"#
  private let one = #"{"id": 7, "full_name": "Ada"}"#

  @Test func alamofire() async throws {
    var request = DataRequest(response: Data(one.utf8))
    let user = try await request.serializingDecodable(User.self, decoder: ModelDecoder()).value
    #expect(user.id == 7 && user.name == "Ada")

    request = DataRequest(response: Data(json.utf8))
    let users =
      try await request
      .serializingResponse(using: ModelSerializer<[User]>(keyPath: "data.items")).value
    #expect(users.map(\.name) == ["Ada"])

    request = DataRequest(response: Data(#"{"data": {"items": [{"id": "x"}]}}"#.utf8))
    let broken = ModelSerializer<[User]>(keyPath: "data.items")
    do {
      _ = try await request.serializingResponse(using: broken).value
      Issue.record("The identifier isn't a number.")
    } catch let error as MappingError {
      #expect(error.path.description == "$.data.items[0].id")
    }
    #expect(throws: URLError.self) {
      try broken.serialize(
        request: nil, response: nil, data: nil, error: URLError(.notConnectedToInternet))
    }
  }

  @Test func buffers() throws {
    let buffer = ByteBuffer(string: one)
    let user = try User.decode(from: buffer)
    #expect(user.name == "Ada")
  }

  @Test func vapor() throws {
    var configuration = ContentConfiguration()
    configuration.use(decoder: ModelContentCoder(), for: .json)
    configuration.use(encoder: ModelContentCoder(), for: .json)
    let decoder = try #require(configuration.decoders[.json])
    let encoder = try #require(configuration.encoders[.json])
    let user = try decoder.decode(
      User.self, from: ByteBuffer(string: one), headers: HTTPHeaders())
    var (body, headers) = (ByteBuffer(), HTTPHeaders())
    try encoder.encode(["user": user], to: &body, headers: &headers)
    #expect(String(buffer: body) == #"{"user":{"id":7,"full_name":"Ada"}}"#)
    #expect(headers.contentType == .json)
    #expect(throws: DecodingError.self) {
      try decoder.decode(User.self, from: ByteBuffer(string: "[]"), headers: headers)
    }

    let key = try #require(CodingUserInfoKey(rawValue: "unit"))
    struct Length: Codable {
      static let key = CodingUserInfoKey(rawValue: "unit")!
      var unit: String
      init(from decoder: any Decoder) throws { unit = decoder.userInfo[Self.key] as? String ?? "?" }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(encoder.userInfo[Self.key] as? String)
      }
    }
    let length = try decoder.decode(
      Length.self, from: ByteBuffer(string: "1"), headers: headers, userInfo: [key: "m"])
    #expect(length.unit == "m")
    body = ByteBuffer()
    try encoder.encode(length, to: &body, headers: &headers, userInfo: [key: "km"])
    #expect(String(buffer: body) == #""km""#)
  }

  @Test func hummingbird() async throws {
    let request = Request(body: RequestBody(buffer: ByteBuffer(string: one)))
    let context = Context()
    let user = try await request.decode(as: User.self, context: context)
    let response = try context.responseEncoder.encode([user], from: request, context: context)
    #expect(String(buffer: response.body.buffer) == #"[{"id":7,"full_name":"Ada"}]"#)
    #expect(response.headers[.contentType] == "application/json; charset=utf-8")
    await #expect(throws: RequestBody.TooManyBytes.self) {
      try await request.decode(as: User.self, context: Context(maxUploadSize: 3))
    }
  }

  @Test func databases() throws {
    let users = try [User].decode(from: json, at: "data.items")
    let realm = Realm()
    try realm.write {
      for user in users { realm.add(StoredUser(user), update: .modified) }
    }
    #expect(realm.objects.map { ($0 as? StoredUser)?.name } == ["Ada"])

    let context = ModelContext()
    for user in users { context.insert(SavedUser(user)) }
    try context.save()
    #expect(context.models.map { ($0 as? SavedUser)?.id } == [7] && context.saveCount == 1)
  }

  /// In the place of `URLSession`, whose own tests are those of MirrorMapNetworking.
  private struct Session {
    let json: String

    func decode<Value: MappableValue>(
      _ type: Value.Type, from request: URLRequest, at keyPath: String
    ) async throws -> Value { try Value.decode(from: json, at: keyPath) }

    func chunks(for request: URLRequest) -> AsyncStream<String> {
      AsyncStream {
        $0.yield(json)
        $0.finish()
      }
    }
  }

  @Test func sessions() async throws {
    let session = Session(
      json: #"{"data": {"user": {"id": 7, "full_name": "Ada"}, "items": [\#(one)]}}"#)
    let request = URLRequest(url: URL(string: "https://example.com")!)
    let user = try await session.decode(User.self, from: request, at: "data.user")
    #expect(user.name == "Ada")
    var names: [String] = []
    func print(_ name: String) { names.append(name) }
    for try await user in User.stream(from: session.chunks(for: request), at: "data.items") {
      print(user.name)
    }
    #expect(names == ["Ada"])
  }
}
