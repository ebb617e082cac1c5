import AppStorage
import GRDB
import Synchronization

/// The read-only connections of a store: as many as there are readers at once, up to a limit.
///
/// GRDB's `DatabasePool` has readers too, but before each read it asks for the schema's version in
/// a transaction of its own and passes two queues, together 8 microseconds: a list of 20 devices
/// takes 12 in all. The schema does not change while a store is open, and SQLite would compile its
/// statements anew if it did.
final class StoreReaders: Sendable {
  /// Beyond this many at once, readers wait for each other: each connection has a cache of its own.
  static let limit = 4

  private struct Slot {
    let queue: DatabaseQueue
    var users: Int
  }

  private let path: String
  private let configuration: Configuration
  private let state = Mutex<(slots: [Slot], isClosed: Bool)>(([], false))

  init(path: String, configuration: Configuration) {
    self.path = path
    self.configuration = configuration
    // Each connection is opened by the first who finds all others taken.
  }

  /// Runs the body on a connection that nobody else uses meanwhile.
  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    let (index, queue) = try take()
    defer { state.withLock { $0.slots[index].users -= 1 } }
    return try queue.unsafeRead(body)
  }

  /// Closes all connections; reading after it fails.
  func close() throws {
    let queues = state.withLock { state in
      state.isClosed = true
      return state.slots.map(\.queue)
    }
    for queue in queues { try queue.close() }
  }

  /// The first idle connection, so that one reader at a time always meets the same cache; or a new
  /// one; or the one with the fewest waiting.
  private func take() throws -> (Int, DatabaseQueue) {
    try state.withLock { state in
      guard !state.isClosed else { throw DatabaseError.connectionClosed }
      let least = state.slots.indices.min { state.slots[$0].users < state.slots[$1].users }
      if let least, state.slots[least].users == 0 || state.slots.count == Self.limit {
        state.slots[least].users += 1
        return (least, state.slots[least].queue)
      }
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      state.slots.append(Slot(queue: queue, users: 1))
      return (state.slots.count - 1, queue)
    }
  }
}
