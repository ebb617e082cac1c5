import Building
import CommandSupport
import Experimenting
import Foundation
import Scenarios
import SystemPackage

/// What settings are to the parts of Rehearse that they are about.
extension Equipment {
  /// What a session works with on this machine, as the settings want it.
  /// - Parameter shared: the executables that machines share; nil for none.
  /// - Throws: as `ofThisMachine(_:cache:sharing:)`, and `Refusal` for settings that can't be used.
  static func ofThisMachine(
    quiet: Bool, sharing shared: SharedExecutables? = nil
  ) throws -> Equipment {
    let settings = try Settings.current.get()
    return try ofThisMachine(Progress(quiet: quiet), cache: settings.cache, sharing: shared)
  }
}

extension Progress {
  /// Progress as the settings want it.
  /// - Throws: `Refusal` for settings that can't be used.
  convenience init(quiet: Bool) throws {
    self.init(quiet: quiet, interval: try Settings.current.get().progressInterval)
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
