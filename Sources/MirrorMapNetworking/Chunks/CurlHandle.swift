#if canImport(FoundationNetworking)
  import CCurl
  import Foundation
  import FoundationNetworking

  /// A handle of libcurl.
  ///
  /// Precondition: it's used by one thread, and the object of its callbacks exists while ``perform()`` runs.
  @safe
  final class CurlHandle {
    private var curl: ccurl
    private let handle: UnsafeMutableRawPointer
    /// The lists of header fields so far, which libcurl doesn't copy.
    private var headers: [OpaquePointer] = unsafe []
    /// The body, which libcurl doesn't copy.
    private var body: [UInt8] = []
    private let message: UnsafeMutablePointer<CChar>

    /// - Returns: nil if there is no libcurl.
    init?() {
      var curl = ccurl()
      guard unsafe ccurl_load(&curl), let handle = unsafe ccurl_make(&curl) else { return nil }
      unsafe (self.curl, self.handle) = (curl, handle)
      unsafe message = .allocate(capacity: CCURL_ERROR_BUFFER_SIZE)
      unsafe message.initialize(repeating: 0, count: CCURL_ERROR_BUFFER_SIZE)
      unsafe ccurl_set_pointer(&self.curl, handle, Int32(CCURL_ERROR_BUFFER), message)
      set(CCURL_NO_SIGNAL, 1)
    }

    deinit {
      unsafe ccurl_free(&curl, handle)
      while let list = unsafe headers.popLast() { unsafe ccurl_free_list(&curl, list) }
      unsafe message.deallocate()
    }

    func set(_ option: Int, _ number: Int) {
      unsafe ccurl_set_number(&curl, handle, Int32(option), number)
    }

    func set(_ option: Int, _ text: String) {
      unsafe ccurl_set_pointer(&curl, handle, Int32(option), text)
    }

    /// Leaves the method to libcurl.
    func clearMethod() { unsafe ccurl_set_pointer(&curl, handle, Int32(CCURL_METHOD), nil) }

    func setBody(_ bytes: Data) {
      body = Array(bytes) + [0]
      unsafe ccurl_set_size(&curl, handle, Int32(CCURL_POST_FIELD_SIZE), Int64(bytes.count))
      // The array doesn't change until it's gone, so its bytes stay where they are.
      unsafe body.withUnsafeBytes {
        unsafe ccurl_set_pointer(&curl, handle, Int32(CCURL_POST_FIELDS), $0.baseAddress)
      }
    }

    /// Sets the fields of all requests that follow.
    ///
    /// - Throws: `URLError`, for a header that would be more than one.
    func setHeaders(_ fields: [(name: String, value: String)]) throws {
      let isSeveral = fields.contains { name, value in
        (name + value).utf8.contains { $0 == 0 || $0 == 10 || $0 == 13 }
      }
      if isSeveral { throw URLError(.badURL) }
      var list: OpaquePointer?
      for (name, value) in fields {
        // Without a value, a colon removes what libcurl would send.
        let isRemoval = value.isEmpty && ["Expect", "Content-Type"].contains(name)
        let text = isRemoval ? "\(name):" : value.isEmpty ? "\(name);" : "\(name): \(value)"
        if let longer = unsafe ccurl_append(&curl, list, text) { unsafe list = longer }
      }
      if let list = unsafe list { unsafe headers.append(list) }
      unsafe ccurl_set_pointer(&curl, handle, Int32(CCURL_HEADERS), UnsafeRawPointer(list))
    }

    /// Replaces the cookies of which libcurl chooses those for each host.
    func setCookies(_ cookies: [HTTPCookie]) {
      // Without a file, this only turns cookies on.
      set(CCURL_COOKIE_FILE, "")
      set(CCURL_COOKIE_LIST, "ALL")
      for cookie in cookies {
        // The fields of a line in Netscape's format. A dot before the domain stands for all hosts in it.
        let fields = [
          cookie.domain, cookie.domain.hasPrefix(".") ? "TRUE" : "FALSE", cookie.path,
          cookie.isSecure ? "TRUE" : "FALSE", "0", cookie.name, cookie.value,
        ]
        let isOneLine = fields.allSatisfy { $0.utf8.allSatisfy { $0 >= 0x20 } }
        if isOneLine { set(CCURL_COOKIE_LIST, fields.joined(separator: "\t")) }
      }
    }

    /// Makes the transfer hear of heads, bodies, and progress.
    func setCallbacks(of transfer: CurlTransfer) {
      let context = unsafe Unmanaged.passUnretained(transfer).toOpaque()
      unsafe ccurl_set_pointer(&curl, handle, Int32(CCURL_WRITE_DATA), context)
      unsafe ccurl_set_pointer(&curl, handle, Int32(CCURL_HEADER_DATA), context)
      unsafe ccurl_set_pointer(&curl, handle, Int32(CCURL_PROGRESS_DATA), context)
      unsafe ccurl_set_data_callback(&curl, handle, Int32(CCURL_WRITE_FUNCTION)) {
        bytes, size, count, context in
        let transfer = unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
        let chunk = unsafe Data(bytes: bytes, count: size * count)
        return transfer.receive(chunk) ? size * count : 0
      }
      unsafe ccurl_set_data_callback(&curl, handle, Int32(CCURL_HEADER_FUNCTION)) {
        bytes, size, count, context in
        let transfer = unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
        let line = unsafe Data(bytes: bytes, count: size * count)
        transfer.receiveHeader(String(decoding: line, as: UTF8.self))
        return size * count
      }
      unsafe ccurl_set_progress_callback(&curl, handle) { context, _, received, _, sent in
        let transfer = unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
        return transfer.progress(received: received, sent: sent) ? 0 : 1
      }
      set(CCURL_NO_PROGRESS, 0)
    }

    /// Makes the request, and returns when it has ended.
    func perform() -> URLError? {
      let result = unsafe ccurl_perform(&curl, handle)
      guard result != 0 else { return nil }
      let text = unsafe String(cString: message)
      return URLError(
        Self.code(of: Int(result)),
        userInfo: text.isEmpty ? [:] : [NSLocalizedDescriptionKey: text])
    }

    private static func code(of result: Int) -> URLError.Code {
      switch result {
      case 1: .unsupportedURL
      case 3: .badURL
      case 5, 6: .cannotFindHost
      case 7: .cannotConnectToHost
      case 18, 52, 55, 56, 92: .networkConnectionLost
      case 23, 42: .cancelled
      case 28: .timedOut
      case 35: .secureConnectionFailed
      case 47: .httpTooManyRedirects
      case 51, 60: .serverCertificateUntrusted
      case 61: .cannotDecodeContentData
      case 8: .badServerResponse
      default: .unknown
      }
    }

    /// The URL after all redirections.
    var effectiveURL: URL? {
      unsafe ccurl_effective_url(&curl, handle).flatMap { unsafe URL(string: String(cString: $0)) }
    }

    var responseCode: Int { unsafe ccurl_response_code(&curl, handle) }
  }

  extension InputStream {
    /// Reads a stream to its end, which is possible once.
    func readAll() throws -> Data {
      guard streamStatus == .notOpen else { throw CocoaError(.fileReadUnknown) }
      open()
      defer { close() }
      var bytes = Data()
      var part = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = unsafe read(&part, maxLength: part.count)
        if count < 0 {
          // Foundation's `streamError` traps where nothing has failed.
          let error = streamStatus == .error ? streamError : nil
          throw error ?? CocoaError(.fileReadUnknown)
        }
        if count == 0 { return bytes }
        bytes.append(contentsOf: part[..<count])
      }
    }
  }
#endif
