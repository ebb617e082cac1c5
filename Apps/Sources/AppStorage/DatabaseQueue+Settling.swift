import GRDB

extension DatabaseQueue {
  /// Moves all of the log into the main file, and lets go of the pages in memory: what is measured
  /// next pays for nothing that came before.
  package func settle() throws {
    try writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    releaseMemory()
  }
}
