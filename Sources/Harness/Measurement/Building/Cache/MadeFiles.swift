import Foundation
import Programs
import Recording
import Scenarios
import SystemPackage

/// The products of a revision's commands (`make:`), identified by everything that they were made of.
///
/// The key covers the revision's files as git stores them, the commands, their working folder, and their
/// variables. The content of all files that they read is in the entry's record of inputs, and is checked
/// before it is used.
/// An answer from elsewhere is unknown, so commands that name a program which fetches, or that connected to more than
/// the system's own look-ups and log, always run again.
struct MadeFiles {
  /// The name of the entry: 64 hexadecimal digits.
  let key: String
  private let build: Build
  private let files: TreeFiles
  private let cache: ExecutableCache
  private let hashes: ContentHashes

  /// Nil if more is made than can be known. The work tree is at `commit`; `place` is the path from the
  /// repository's top to the scenario's folder; `hashes` checks whether what an entry was made of is
  /// unchanged.
  init?(
    of build: Build, at commit: String, in tree: LinkedWorkTree, scenario place: FilePath,
    cache: ExecutableCache, hashes: ContentHashes, passingThrough passage: FilePath
  ) async throws {
    let commands = build.making.map(\.words)
    guard !commands.isEmpty, !commands.joined().contains(where: Self.fetches),
      // Files of submodules are not among the files of the tree.
      !FileManager.default.fileExists(atPath: tree.place.tree.appending(".gitmodules").string)
    else { return nil }
    var parts = ["rehearse made files 4", tree.place.tree.string, place.string]
    parts += try await tree.identity(of: commit)
    parts += commands.map { $0.joined(separator: "\0") }
    parts += GivenVariables.those(of: ProcessInfo.processInfo.environment)
    key = SHA256.text(of: SHA256.digest(of: parts.joined(separator: "\u{1}")))
    self.build = build
    files = TreeFiles(of: tree, passingThrough: passage)
    self.cache = cache
    self.hashes = hashes
  }

  /// Restores the files of an entry into the work tree.
  /// - Returns: the entry; or nil, with the reason if there was an unusable one.
  func restore() throws -> (found: ExecutableCache.Found?, damage: String?) {
    switch try files.restore(key, from: cache, ifMadeOf: hashes) {
    case .missing: (nil, nil)
    case .damaged(let reason): (nil, reason)
    case .found(let found): (found, nil)
    }
  }

  /// Keeps what the commands made, if they asked nobody, did nothing else to the work tree, and there is room.
  func keep(_ driver: BuiltDriver) async throws {
    // Without a record it is unknown what it was made of.
    guard let record = driver.inputs?.record, record.isTraced,
      record.sockets.allSatisfy({ socket in Self.harmless.contains(where: socket.hasPrefix) })
    else { return }
    _ = try await files.keep(
      driver, of: build, as: key, in: cache, upTo: cache.limit.map { $0 / 2 } ?? .max)
  }

  /// The beginnings of sockets by which the C library looks up users and hosts, and programs reach the
  /// system's log. Any other may be that of a daemon that compiles or downloads.
  private static let harmless = [
    "unix:/dev/log", "unix:/run/nscd/", "unix:/run/systemd/journal/", "unix:/run/systemd/userdb/",
    "unix:/var/lib/sss/pipes/", "unix:/var/run/nscd/",
  ]

  /// Programs whose result does not only depend on the files they are given.
  private static let fetching: Set<Substring> = [
    "apt", "apt-get", "conda", "curl", "date", "docker", "git", "npm", "npx", "pip", "pip3", "pnpm",
    "poetry", "podman", "rsync", "scp", "ssh", "uv", "wget", "yarn",
  ]

  private static func fetches(_ word: String) -> Bool {
    word.split { $0.isWhitespace || "'\"`;|&<>()=/$".contains($0) }.contains(
      where: fetching.contains)
  }
}
