import Building
import CommandSupport
import Experimenting
import Foundation
import Scenarios
import SystemPackage

/// Applies the settings.
extension Equipment {
  /// A session's equipment on this machine, according to the settings. `shared` has the executables that
  /// machines share, if any.
  /// - Throws: the errors of `ofThisMachine(_:cache:sharing:)`, and `Refusal` for unusable settings.
  static func ofThisMachine(
    quiet: Bool, tellsInterims: Bool = false, sharing shared: SharedExecutables? = nil
  ) throws -> Equipment {
    let settings = try Settings.current.get()
    return try ofThisMachine(
      Progress(quiet: quiet, tellsInterims: tellsInterims), cache: settings.cache, sharing: shared)
  }
}

extension Progress {
  /// Progress according to the settings.
  /// - Throws: `Refusal` for unusable settings.
  convenience init(quiet: Bool, tellsInterims: Bool = false) throws {
    self.init(
      quiet: quiet, interval: try Settings.current.get().progressInterval,
      tellsInterims: tellsInterims)
  }
}

extension Settings {
  /// The executables of revisions to keep; nil for none.
  var cache: CacheSetting? {
    let folder = value(of: .cache)
    if folder == Setting.never { return nil }
    let current = FilePath(FileManager.default.currentDirectoryPath)
    return CacheSetting(
      folder: folder.map { current.pushing(FilePath($0)) },
      limit: value(of: .cacheSize).flatMap(SizeText.bytes) ?? CacheSetting.usualLimit)
  }

  /// The time between two lines of progress; nil for none.
  var progressInterval: Duration? { value(of: .progress).flatMap(TimeText.duration) }
}
