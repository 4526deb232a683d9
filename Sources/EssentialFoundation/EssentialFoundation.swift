// What the library needs of Foundation and of the C library. On Linux, this is the small part of Foundation that
// needs no tables for languages and calendars; what needs more needs the package's trait `Foundation`.

#if canImport(FoundationEssentials)
  @_exported import FoundationEssentials
#else
  @_exported import Foundation
#endif

#if canImport(Darwin)
  @_exported import Darwin
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Android)
  @_exported import Android
#else
  @_exported import Glibc
#endif
