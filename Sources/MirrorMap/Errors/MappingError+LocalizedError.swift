import Foundation

extension MappingError: LocalizedError {
  /// The same as ``description``, so that `localizedDescription` says what went wrong as well.
  public var errorDescription: String? { description }
}
