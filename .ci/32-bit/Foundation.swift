// The part of Foundation and of the C library that MirrorMap uses, as declarations. With them the library can be
// compiled for processors whose Foundation isn't at hand; nothing of it ever runs.

// MARK: - The C library

public typealias pthread_t = UInt
public typealias pthread_key_t = UInt32
public func pthread_self() -> pthread_t { fatalError() }
public func pthread_getspecific(_ key: pthread_key_t) -> UnsafeMutableRawPointer? { fatalError() }
@discardableResult public func pthread_setspecific(
  _ key: pthread_key_t, _ value: UnsafeRawPointer?
) -> Int32 { fatalError() }
@discardableResult public func pthread_key_create(
  _ key: UnsafeMutablePointer<pthread_key_t>,
  _ free: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
) -> Int32 { fatalError() }
public struct pthread_mutex_t { public init() {} }
@discardableResult public func pthread_mutex_init(
  _ mutex: UnsafeMutablePointer<pthread_mutex_t>, _ attributes: UnsafeRawPointer?
) -> Int32 { fatalError() }
@discardableResult public func pthread_mutex_lock(
  _ mutex: UnsafeMutablePointer<pthread_mutex_t>
) -> Int32 { fatalError() }
@discardableResult public func pthread_mutex_unlock(
  _ mutex: UnsafeMutablePointer<pthread_mutex_t>
) -> Int32 { fatalError() }
@discardableResult public func pthread_mutex_destroy(
  _ mutex: UnsafeMutablePointer<pthread_mutex_t>
) -> Int32 { fatalError() }
public func pthread_equal(_ a: pthread_t, _ b: pthread_t) -> Int32 { fatalError() }
public func free(_ memory: UnsafeMutableRawPointer?) { fatalError() }
public func malloc(_ size: Int) -> UnsafeMutableRawPointer? { fatalError() }
public func realloc(
  _ memory: UnsafeMutableRawPointer?, _ size: Int
) -> UnsafeMutableRawPointer? { fatalError() }
public func memcmp(_ a: UnsafeRawPointer?, _ b: UnsafeRawPointer?, _ count: Int) -> Int32 {
  fatalError()
}
public func memcpy(
  _ to: UnsafeMutableRawPointer?, _ from: UnsafeRawPointer?, _ count: Int
) -> UnsafeMutableRawPointer? { fatalError() }

public var errno: Int32 { fatalError() }
public let (ENOSPC, EFBIG, EDQUOT): (Int32, Int32, Int32) = (28, 27, 122)
public let (LOCK_EX, LOCK_NB, LOCK_UN): (Int32, Int32, Int32) = (2, 4, 8)
public let (F_SETFD, FD_CLOEXEC): (Int32, Int32) = (2, 1)
public func flock(_ file: Int32, _ operation: Int32) -> Int32 { fatalError() }
public func fcntl(_ file: Int32, _ command: Int32, _ value: Int32) -> Int32 { fatalError() }

// MARK: - Values

public typealias TimeInterval = Double
public struct Date: Hashable, Codable, Comparable, Sendable {
  public init() {}
  public init(timeIntervalSinceReferenceDate: TimeInterval) {}
  public init(timeIntervalSince1970: TimeInterval) {}
  public var timeIntervalSinceReferenceDate: TimeInterval { fatalError() }
  public var timeIntervalSince1970: TimeInterval { fatalError() }
  public static func < (a: Date, b: Date) -> Bool { fatalError() }
}
public struct UUID: Hashable, Codable, Sendable {
  public init?(uuidString: String) {}
  public init(uuid: uuid_t) {}
  public var uuidString: String { fatalError() }
  public var uuid: uuid_t { fatalError() }
}
public typealias uuid_t = (
  UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8,
  UInt8, UInt8
)
public struct URL: Hashable, Codable, Sendable {
  public init(fileURLWithPath: String) {}
  public func resolvingSymlinksInPath() -> URL { fatalError() }
  public func deletingLastPathComponent() -> URL { fatalError() }
  public init?(string: String) {}
  public init?(string: String, relativeTo: URL?) {}
  public init?(string: String, encodingInvalidCharacters: Bool) {}
  public var absoluteString: String { fatalError() }
  public var relativeString: String { fatalError() }
  public var baseURL: URL? { fatalError() }
  public var absoluteURL: URL { fatalError() }
  public var path: String { fatalError() }
  public var isFileURL: Bool { fatalError() }
}
public struct Data: Hashable, Codable, Sendable, RandomAccessCollection, MutableCollection,
  RangeReplaceableCollection
{
  public init(count: Int) { fatalError() }
  public var bytes: RawSpan {
    @_lifetime(borrow self)
    borrowing get { fatalError() }
  }
  public mutating func withUnsafeMutableBytes<R>(
    _ body: (UnsafeMutableRawBufferPointer) throws -> R
  ) rethrows -> R { fatalError() }
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let mappedIfSafe = ReadingOptions(rawValue: 1)
    public static let alwaysMapped = ReadingOptions(rawValue: 8)
  }
  public struct Base64EncodingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }
  public struct Base64DecodingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }
  public enum Deallocator {
    case free, none
    case custom((UnsafeMutableRawPointer, Int) -> Void)
  }
  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let atomic = WritingOptions(rawValue: 1)
    public static let withoutOverwriting = WritingOptions(rawValue: 2)
  }
  public func write(to url: URL, options: WritingOptions = []) throws {}
  public init() {}
  public init(bytesNoCopy bytes: UnsafeMutableRawPointer, count: Int, deallocator: Deallocator) {}
  public init<S: Sequence>(_ elements: S) where S.Element == UInt8 {}
  public init?(base64Encoded: String, options: Base64DecodingOptions = []) {}
  public init?(base64Encoded: Data, options: Base64DecodingOptions = []) {}
  public init(contentsOf url: URL, options: ReadingOptions = []) throws { fatalError() }
  public init(bytes: UnsafeRawPointer, count: Int) {}
  public func base64EncodedString(options: Base64EncodingOptions = []) -> String { fatalError() }
  public func base64EncodedData(options: Base64EncodingOptions = []) -> Data { fatalError() }
  public var startIndex: Int { fatalError() }
  public var endIndex: Int { fatalError() }
  public subscript(index: Int) -> UInt8 {
    get { fatalError() }
    set {}
  }
  public mutating func replaceSubrange<C: Collection>(_ range: Range<Int>, with bytes: C)
  where C.Element == UInt8 {}
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    fatalError()
  }
}
public struct Decimal: Hashable, Codable, Sendable, Comparable, SignedNumeric, Strideable,
  CustomStringConvertible
{
  public init() {}
  public init(_ value: Int) {}
  public init(_ value: UInt64) {}
  public init(_ value: Int64) {}
  public init(_ value: Double) {}
  public init(integerLiteral value: Int) {}
  public init?<T: BinaryInteger>(exactly value: T) {}
  public init(sign: FloatingPointSign, exponent: Int, significand: Decimal) {}
  public init?(string: String, locale: Locale? = nil) {}
  public static var nan: Decimal { fatalError() }
  public var description: String { fatalError() }
  public var magnitude: Decimal { fatalError() }
  public var significand: Decimal { fatalError() }
  public var exponent: Int { fatalError() }
  public var isNaN: Bool { fatalError() }
  public var isSignMinus: Bool { fatalError() }
  public static func < (a: Decimal, b: Decimal) -> Bool { fatalError() }
  public static func + (a: Decimal, b: Decimal) -> Decimal { fatalError() }
  public static func - (a: Decimal, b: Decimal) -> Decimal { fatalError() }
  public static func * (a: Decimal, b: Decimal) -> Decimal { fatalError() }
  public static func *= (a: inout Decimal, b: Decimal) {}
  public func distance(to other: Decimal) -> Decimal { fatalError() }
  public func advanced(by n: Decimal) -> Decimal { fatalError() }
}
public struct TimeZone: Hashable, Codable, Sendable {
  public init?(identifier: String) {}
  public init?(secondsFromGMT: Int) {}
  public init?(abbreviation: String) {}
  public static var gmt: TimeZone { fatalError() }
  public static var current: TimeZone { fatalError() }
  public var identifier: String { fatalError() }
  public func secondsFromGMT(for date: Date = Date()) -> Int { fatalError() }
  public func nextDaylightSavingTimeTransition(after date: Date) -> Date? { fatalError() }
}
public struct Locale: Hashable, Codable, Sendable {
  public init(identifier: String) {}
  public var identifier: String { fatalError() }
}
#if os(Linux)
  public struct CGFloat: Hashable, Codable, Sendable {
    public init(_ value: Double) {}
    public init(_ value: CGFloat) {}
    public var native: Float { fatalError() }
  }
  extension Double { public init(_ value: CGFloat) { fatalError() } }
#endif
public struct CGPoint: Hashable, Codable, Sendable {
  public init(x: Double, y: Double) {}
  public var x: CGFloat { fatalError() }
  public var y: CGFloat { fatalError() }
}
public struct CGSize: Hashable, Codable, Sendable {
  public init(width: Double, height: Double) {}
  public var width: CGFloat { fatalError() }
  public var height: CGFloat { fatalError() }
}
public struct CGRect: Hashable, Codable, Sendable {
  public init(x: Double, y: Double, width: Double, height: Double) {}
  public var origin: CGPoint { fatalError() }
  public var size: CGSize { fatalError() }
}

// MARK: - Objects

open class NSObject { public init() {} }
open class NSNull: NSObject {}
open class NSString: NSObject {}
open class NSNumber: NSObject {
  override public init() {}
  public init(value: Bool) {}
  public var doubleValue: Double { fatalError() }
  public var floatValue: Float { fatalError() }
  public var int64Value: Int64 { fatalError() }
  public var uint64Value: UInt64 { fatalError() }
  public var boolValue: Bool { fatalError() }
  public var decimalValue: Decimal { fatalError() }
  public var stringValue: String { fatalError() }
  public var objCType: UnsafePointer<CChar> { fatalError() }
}
open class NSDecimalNumber: NSNumber, @unchecked Sendable {
  public init(decimal: Decimal) { super.init() }
  public static var notANumber: NSDecimalNumber { fatalError() }
}
public protocol NSLocking {
  func lock()
  func unlock()
}
extension NSLocking { public func withLock<R>(_ body: () throws -> R) rethrows -> R { try body() } }
open class NSLock: NSObject, NSLocking, @unchecked Sendable {
  public func lock() {}
  public func unlock() {}
}
open class NSRecursiveLock: NSLock, @unchecked Sendable {}
open class NSCondition: NSLock, @unchecked Sendable {
  public func wait() {}
  public func signal() {}
  public func broadcast() {}
}
open class DateFormatter: NSObject, @unchecked Sendable {
  public var dateFormat: String! { fatalError() }
  public func copy() -> Any { fatalError() }
  public func date(from text: String) -> Date? { fatalError() }
  public func string(from date: Date) -> String { fatalError() }
}
open class JSONEncoder: @unchecked Sendable {
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let withoutEscapingSlashes = OutputFormatting(rawValue: 8)
    public static let sortedKeys = OutputFormatting(rawValue: 2)
    public static let prettyPrinted = OutputFormatting(rawValue: 1)
  }
  public enum DateEncodingStrategy: Sendable {
    case deferredToDate, secondsSince1970, millisecondsSince1970, iso8601
    case custom(@Sendable (Date, any Encoder) throws -> Void)
  }
  public enum DataEncodingStrategy: Sendable {
    case deferredToData, base64
    case custom(@Sendable (Data, any Encoder) throws -> Void)
  }
  public enum NonConformingFloatEncodingStrategy: Sendable {
    case `throw`
    case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }
  public enum KeyEncodingStrategy: Sendable {
    case useDefaultKeys, convertToSnakeCase
    case custom(@Sendable ([any CodingKey]) -> any CodingKey)
  }
  public init() {}
  public var outputFormatting: OutputFormatting = []
  public var dateEncodingStrategy = DateEncodingStrategy.deferredToDate
  public var dataEncodingStrategy = DataEncodingStrategy.base64
  public var nonConformingFloatEncodingStrategy = NonConformingFloatEncodingStrategy.throw
  public var keyEncodingStrategy = KeyEncodingStrategy.useDefaultKeys
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  public func encode<T: Encodable>(_ value: T) throws -> Data { fatalError() }
}
open class JSONDecoder: @unchecked Sendable {
  public enum DateDecodingStrategy: Sendable {
    case deferredToDate, secondsSince1970, millisecondsSince1970, iso8601
    case custom(@Sendable (any Decoder) throws -> Date)
  }
  public enum DataDecodingStrategy: Sendable {
    case deferredToData, base64
    case custom(@Sendable (any Decoder) throws -> Data)
  }
  public enum NonConformingFloatDecodingStrategy: Sendable {
    case `throw`
    case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }
  public enum KeyDecodingStrategy: Sendable {
    case useDefaultKeys, convertFromSnakeCase
    case custom(@Sendable ([any CodingKey]) -> any CodingKey)
  }
  public init() {}
  public var dateDecodingStrategy = DateDecodingStrategy.deferredToDate
  public var dataDecodingStrategy = DataDecodingStrategy.base64
  public var nonConformingFloatDecodingStrategy = NonConformingFloatDecodingStrategy.throw
  public var keyDecodingStrategy = KeyDecodingStrategy.useDefaultKeys
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  public func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { fatalError() }
}
public protocol DecodableWithConfiguration {
  associatedtype DecodingConfiguration
  init(from decoder: any Decoder, configuration: DecodingConfiguration) throws
}
public protocol EncodableWithConfiguration {
  associatedtype EncodingConfiguration
  func encode(to encoder: any Encoder, configuration: EncodingConfiguration) throws
}
public protocol DecodingConfigurationProviding {
  associatedtype DecodingConfiguration
  static var decodingConfiguration: DecodingConfiguration { get }
}
public protocol EncodingConfigurationProviding {
  associatedtype EncodingConfiguration
  static var encodingConfiguration: EncodingConfiguration { get }
}
extension Date {
  public struct ISO8601FormatStyle: Sendable {
    public init() {}
    public func parse(_ text: String) throws -> Date { fatalError() }
  }
  public func formatted(_ style: ISO8601FormatStyle) -> String { fatalError() }
}
extension String {
  public var capitalized: String { fatalError() }
}
open class ProcessInfo {
  public static var processInfo: ProcessInfo { fatalError() }
  public var activeProcessorCount: Int { fatalError() }
}
open class Thread: NSObject {
  public init(block: @escaping @Sendable () -> Void) {}
  public var stackSize = 0
  public func start() {}
  public static func sleep(forTimeInterval: TimeInterval) {}
}
open class Progress: NSObject, @unchecked Sendable {
  public var totalUnitCount: Int64 = 0
  public var completedUnitCount: Int64 = 0
  public var isCancelled: Bool { fatalError() }
}
extension String {
  public struct Encoding: Sendable {
    public static let utf8 = Encoding()
    public static let utf16BigEndian = Encoding()
    public static let utf16LittleEndian = Encoding()
    public static let utf32BigEndian = Encoding()
    public static let utf32LittleEndian = Encoding()
  }
  public init?(data: Data, encoding: Encoding) { return nil }
  public func components(separatedBy text: String) -> [String] { fatalError() }
  public func replacingOccurrences(of text: String, with other: String) -> String { fatalError() }
  public init(format: String, _ arguments: any CVarArg...) { fatalError() }
}
extension StringProtocol {
  public func trimmingCharacters(in set: CharacterSet) -> String { fatalError() }
}
public struct CharacterSet: Sendable {
  public static var whitespaces: CharacterSet { fatalError() }
}
extension Error {
  public var localizedDescription: String { fatalError() }
}
public protocol LocalizedError: Error { var errorDescription: String? { get } }
open class DispatchQueue: @unchecked Sendable {
  public init(label: String) {}
  public func async(execute work: @escaping @Sendable () -> Void) {}
  public static func concurrentPerform(iterations: Int, execute work: (Int) -> Void) {}
}
public enum DispatchPredicate { case onQueue(DispatchQueue) }
public func dispatchPrecondition(condition: DispatchPredicate) {}
public enum ComparisonResult: Int, Sendable {
  case orderedAscending = -1
  case orderedSame, orderedDescending
}
open class NSError: NSObject, Error, @unchecked Sendable {
  public var domain: String { fatalError() }
  public var code: Int { fatalError() }
  public var userInfo: [String: Any] { fatalError() }
}
public let (NSPOSIXErrorDomain, NSUnderlyingErrorKey) = ("", "")
public enum POSIXErrorCode: Int32, Sendable { case EIO = 5, EWOULDBLOCK = 11 }
public let (EINTR, O_RDONLY, O_CLOEXEC) = (Int32(4), Int32(0), Int32(0x80000))
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { fatalError() }
@discardableResult public func close(_ descriptor: Int32) -> Int32 { fatalError() }
public func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ size: Int) -> Int {
  fatalError()
}
public func strerror(_ code: Int32) -> UnsafeMutablePointer<CChar> { fatalError() }
public struct POSIXError: Error {
  public init(_ code: POSIXErrorCode) {}
  public var code: POSIXErrorCode { fatalError() }
}
public struct CocoaError: Error {
  public struct Code: Sendable {
    public static var fileReadUnsupportedScheme: Code { fatalError() }
  }
  public init(_ code: Code) {}
  public static var fileReadNoSuchFile: Code { fatalError() }
  public var underlying: (any Error)? { fatalError() }
}
public func ~= (code: CocoaError.Code, error: any Error) -> Bool { fatalError() }
public struct FileAttributeKey: Hashable, Sendable {
  public static var posixPermissions: FileAttributeKey { fatalError() }
}
open class FileManager: @unchecked Sendable {
  public static var `default`: FileManager { fatalError() }
  public func attributesOfItem(atPath: String) throws -> [FileAttributeKey: Any] { fatalError() }
  public func setAttributes(_ attributes: [FileAttributeKey: Any], ofItemAtPath: String) throws {}
}
open class FileHandle: @unchecked Sendable {
  public init(forUpdating: URL) throws {}
  public init(forReadingFrom: URL) throws {}
  public var fileDescriptor: Int32 { fatalError() }
  public func synchronize() throws {}
  public func read(upToCount: Int) throws -> Data? { fatalError() }
  public func close() throws {}
}
public func _convertErrorToNSError(_ error: any Error) -> NSError { fatalError() }
public func memchr(
  _ memory: UnsafeRawPointer?, _ byte: Int32, _ count: Int
) -> UnsafeMutableRawPointer? { fatalError() }

public protocol ContiguousBytes {
  func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R
}
extension Data: ContiguousBytes {}
extension Array: ContiguousBytes where Element == UInt8 {}
extension ArraySlice: ContiguousBytes where Element == UInt8 {}
extension UnsafeRawBufferPointer: ContiguousBytes {
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try body(self)
  }
}
