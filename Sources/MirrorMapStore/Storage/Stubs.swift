import Foundation

final class SQLiteStorage { init(at url: URL) throws {} }
