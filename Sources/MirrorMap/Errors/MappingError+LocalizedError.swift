import Foundation

extension MappingError: LocalizedError {
  /// The text of ``description``, so `localizedDescription` has the cause of the failure.
  public var errorDescription: String? { description }
}
