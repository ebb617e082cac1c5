import Foundation
import Glibc
import SystemPackage
import TestSupport

/// A Postgres of a test's own: its data and its socket are in a folder, which goes with it.
final class PostgresServer {
  private let folder: ScratchFolder
  /// The password, which an address has to write as `p%40ss%20word`.
  static let password = "p@ss word"

  /// Where Debian's package `postgresql` puts programs that are in nobody's PATH, or nil.
  private static let programs: String? = {
    let versions =
      (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
    let folders = versions.sorted().reversed().map { "/usr/lib/postgresql/\($0)/bin" }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return (folders + path.split(separator: ":").map(String.init)).first { folder in
      ["initdb", "pg_ctl"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "\(folder)/\($0)")
      }
    }
  }()

  /// Whether there is one to start.
  static var isInstalled: Bool { programs != nil }

  /// Why it does not start.
  struct Refused: Error { let output: String }

  init() throws {
    folder = try ScratchFolder()
    try folder.add("password", Self.password)
    // It refuses to be the administrator's.
    if geteuid() == 0 {
      try Self.carryOut(["/bin/chown", "-R", "postgres", folder.path.string])
    }
    try carryOut(
      "initdb", "--no-sync", "--auth=scram-sha-256", "--username=postgres",
      "--pwfile=\(folder.file("password"))", "--encoding=UTF8", "--locale=C", "--pgdata",
      folder.file("data"))
    try carryOut(
      "pg_ctl", "start", "-w", "--pgdata", folder.file("data"), "--log", folder.file("log"),
      "--options", "-k \(folder.path) -c listen_addresses= -c fsync=off")
    try query("CREATE DATABASE team", in: "postgres")
  }

  deinit { try? stop() }

  /// Ends it as if it had crashed.
  func stop() throws {
    try carryOut("pg_ctl", "stop", "--mode=immediate", "--pgdata", folder.file("data"))
  }

  /// The address of a database that is empty at first.
  func address(password: String = "p%40ss%20word") -> String {
    "postgres://postgres:\(password)@/team?host=\(folder.path)"
  }

  /// Asks by `psql`, whose rows are lines with `|` between values.
  @discardableResult
  func query(_ statement: String, in database: String = "team") throws -> String {
    try Self.carryOut(
      [
        "psql", "--no-psqlrc", "--tuples-only", "--no-align", "--host", folder.path.string,
        "--username", "postgres", "--command", statement, database,
      ], environment: ["PGPASSWORD": Self.password]
    ).trimmingCharacters(in: .newlines)
  }

  /// Ends the connections of Rehearse.
  func disconnect() throws {
    try query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'rehearse'")
  }

  private func carryOut(_ program: String, _ arguments: String...) throws {
    let user = geteuid() == 0 ? ["/sbin/runuser", "-u", "postgres", "--"] : []
    let folder = Self.programs ?? ""
    try Self.carryOut(user + ["\(folder)/\(program)"] + arguments)
  }

  @discardableResult
  private static func carryOut(
    _ command: [String], environment: [String: String] = [:]
  ) throws -> String {
    let completion = try Completion.of(command, environment: environment, in: "/")
    guard completion.status == 0 else {
      throw Refused(output: completion.output + completion.errors)
    }
    return completion.output
  }
}
