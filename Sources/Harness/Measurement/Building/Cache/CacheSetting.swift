import SystemPackage

/// The folder in which executables of revisions are kept, and how many.
public struct CacheSetting: Sendable, Equatable {
  /// The folder; nil for `.build/rehearse/cache` in the repository.
  public var folder: FilePath?
  /// The greatest size of all entries together, bytes.
  public var limit: Int64

  /// The default of ``limit``.
  public static let usualLimit: Int64 = 2_000_000_000

  /// Creates a setting.
  public init(folder: FilePath? = nil, limit: Int64 = usualLimit) {
    self.folder = folder
    self.limit = limit
  }

  func cache(of repository: FilePath) -> ExecutableCache {
    ExecutableCache(folder: folder ?? repository.appending(".build/rehearse/cache"), limit: limit)
  }
}
