import Foundation
import GRDB
import Recording
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import Store

/// The store as a file: others' files, damaged ones, several users at once, foreign tools.
@Suite struct StoreFileTests {
  private let folder: ScratchFolder
  private let path: String

  init() throws {
    folder = try ScratchFolder()
    path = folder["Results/store.sqlite"].string
  }

  /// A new store with an experiment of one run.
  private func filled() throws -> ResultStore {
    let store = try ResultStore(path: path)
    _ = try store.add(SampleExperiment.experiment())
    try store.add(SampleExperiment.run(), to: 1)
    return store
  }

  @Test func `a new store makes its folders, and uses write-ahead logging`() throws {
    let store = try ResultStore(path: path)
    _ = try store.add(SampleExperiment.experiment())
    #expect(folder.files.contains("Results/store.sqlite-wal"))
    #expect(
      try folder.text(of: "Results/.gitignore")
        == "# Made by rehearse: its measurements change with each run.\n/.gitignore\n/store.sqlite*\n"
    )
    let mode = try foreign { try String.fetchOne($0, sql: "PRAGMA journal_mode") }
    #expect(mode == "wal")
  }

  @Test func `a folder that existed before gets no .gitignore`() throws {
    try folder.add("Results/notes.txt", "")
    _ = try ResultStore(path: path)
    #expect(!folder.files.contains("Results/.gitignore"))
  }

  @Test func `a missing store is reported`() {
    #expect(throws: StoreError.missing(path: path)) { try ResultStore(existing: path) }
    #expect(
      StoreError.missing(path: "a.sqlite").description
        == "There is no store at a.sqlite. 'rehearse run' and 'rehearse import' make one; "
        + "--store names another.")
  }

  @Test func `the header of the store names the program and the schema`() throws {
    _ = try ResultStore(path: path)
    let header = try folder.bytes(of: "Results/store.sqlite")
    #expect(Array(header[68..<72]) == Array("RHRS".utf8))
    #expect(Array(header[60..<64]) == [0, 0, 0, 5])
  }

  @Test func `opening and reading a store writes nothing to its file`() throws {
    let writer = try filled()
    _ = consume writer
    let before = try folder.bytes(of: "Results/store.sqlite")
    let reader = try ResultStore(existing: path)
    #expect(try reader.runs(of: 1).count == 1)
    #expect(try folder.bytes(of: "Results/store.sqlite-wal").isEmpty)
    #expect(try folder.bytes(of: "Results/store.sqlite") == before)
  }

  @Test func `a store of another version is refused and not changed`() throws {
    _ = try ResultStore(path: path).add(SampleExperiment.experiment())
    try foreign { try $0.execute(sql: "PRAGMA user_version = 99") }
    let before = try folder.bytes(of: "Results/store.sqlite")
    #expect(throws: StoreError.otherVersion(path: path)) { try ResultStore(path: path) }
    #expect(try folder.bytes(of: "Results/store.sqlite") == before)
    #expect(
      StoreError.otherVersion(path: "a.sqlite").description
        == "The store a.sqlite was written by another version of Rehearse. Nothing was changed in "
        + "it; use that version, or another store (--store).")
  }

  @Test func `another program's database is refused and not changed`() throws {
    let other = folder["places.sqlite"].string
    try DatabaseQueue(path: other).write { try $0.execute(sql: "CREATE TABLE place (id)") }
    let before = try folder.bytes(of: "places.sqlite")
    #expect(throws: StoreError.foreign(path: other)) { try ResultStore(path: other) }
    #expect(try folder.bytes(of: "places.sqlite") == before)
    #expect(folder.files == ["places.sqlite"])
    #expect(
      StoreError.foreign(path: "p").description
        == "p is the database of another program. Nothing was changed in it; --store names the "
        + "file that keeps experiments.")
  }

  @Test func `a file that is not a database is refused and not changed`() throws {
    let text = String(repeating: "not a database ", count: 100)
    let file = try folder.add("notes.txt", text).string
    #expect(throws: StoreError.unusable(path: file, reason: "file is not a database")) {
      try ResultStore(path: file)
    }
    #expect(try folder.text(of: "notes.txt") == text)
    #expect(
      StoreError.unusable(path: "n", reason: "file is not a database").description
        == "The store n can't be used: file is not a database.")
  }

  @Test func `a folder that can't be made is reported`() throws {
    let file = try folder.add("file", "")
    let error = #expect(throws: StoreError.self) {
      try ResultStore(path: file.appending("store.sqlite").string)
    }
    #expect(error?.description.hasPrefix("The store \(file)/store.sqlite can't be used: ") == true)
  }

  @Test func `rows that this version can't read are reported`() throws {
    let store = try filled()
    let damages = [
      ("UPDATE measurement SET metric = 'weight' WHERE metric = 'cpu-time'", "the metric 'weight'"),
      ("UPDATE run SET uuid = 'x'", "the run name 'x'"),
      ("UPDATE run SET failure = 'bored'", "a run that failed by 'bored'"),
    ]
    for (sql, what) in damages {
      let copy = folder["copy.sqlite"].string
      try foreign { try $0.execute(sql: "VACUUM INTO ?", arguments: [copy]) }
      try DatabaseQueue(path: copy).write { try $0.execute(sql: sql) }
      #expect(throws: StoreError.damaged(what: what)) {
        try ResultStore(path: copy).runs(of: 1)
      }
      for file in folder.files where file.hasPrefix("copy") { unlink(folder[file].string) }
    }
    try foreign { try $0.execute(sql: "UPDATE experiment SET builds = '[{'") }
    #expect(throws: StoreError.damaged(what: "the text [{")) {
      try store.eachExperiment().map { try $0.get() }
    }
    try foreign { try $0.execute(sql: "UPDATE experiment SET source = 'dream'") }
    #expect(throws: StoreError.damaged(what: "an experiment of the source 'dream'")) {
      try store.eachExperiment().map { try $0.get() }
    }
    #expect(
      StoreError.damaged(what: "the metric 'weight'").description
        == "The store holds the metric 'weight', which this version can't read.")
  }

  @Test(arguments: [
    ("UPDATE run SET round = 9223372036854775807", "9223372036854775807 in the column 'round'"),
    ("UPDATE run SET round = -1", "-1 in the column 'round'"),
    ("UPDATE run SET position = 1 << 40", "1099511627776 in the column 'position'"),
    (
      "UPDATE measurement SET value = -5 WHERE metric = 'cpu-time'",
      "-5.0 as a measurement of 'cpu-time'"
    ),
    (
      "UPDATE measurement SET value = 9e999 WHERE metric = 'cpu-time'",
      "inf as a measurement of 'cpu-time'"
    ),
  ])
  func `an impossible number in a run is reported`(_ sql: String, _ what: String) throws {
    let store = try filled()
    try foreign { try $0.execute(sql: sql) }
    #expect(throws: StoreError.damaged(what: what)) { try store.runs(of: 1) }
  }

  @Test(arguments: [
    "cpu = -1", "storageRead = -1", "inside = '{\"cpu\":-1}'", "peakMemory = -1",
    "inside = json_replace(inside, '$.firstThread.ran', -1)",
    "inside = json_replace(inside, '$.firstThread.waited', -1)",
  ])
  func `a step with a negative cost is refused`(_ change: String) throws {
    let store = try filled()
    let run = try #require(try store.runs(of: 1).first)
    try foreign { try $0.execute(sql: "UPDATE step SET \(change)") }
    #expect(throws: StoreError.self) { try store.details(of: run) }
    #expect(throws: StoreError.self) { try store.withSteps([run], of: 1) }
  }

  @Test func `an unreadable experiment hides no other, and is reported once`() throws {
    let told = Mutex<[String]>([])
    let store = try ResultStore(path: path) { note in told.withLock { $0.append(note) } }
    for name in ["a", "b", "c"] { _ = try store.add(SampleExperiment.experiment(name: name)) }
    try foreign { try $0.execute(sql: "UPDATE experiment SET builds = '[{' WHERE number = 2") }
    for _ in 1...2 { #expect(try store.experiments().map(\.name) == ["a", "c"]) }
    #expect(throws: StoreError.self) { try store.eachExperiment().map { try $0.get() } }
    let first = try store.experiment("1")
    #expect(try store.ifReadable(first) { $0.name } == "a")
    let nothing: String? = try store.ifReadable(first) { _ in
      throw StoreError.damaged(what: "a mess")
    }
    #expect(nothing == nil)
    #expect(
      told.withLock { $0 } == [
        "Experiment 2 is left out: it holds the text [{, which this version can't read.",
        "Experiment 1 (a) is left out: it holds a mess, which this version can't read.",
      ])
  }

  @Test func `a lock of another process is reported with its holder, and waiting for it ends`()
    throws
  {
    let (ready, silent) = (try NamedPipe(folder["ready"]), try NamedPipe(folder["silent"]))
    // The shell goes on waiting for a pipe without a writer, so the holder's name does not change.
    let holder = try StartedProcess(
      [
        "flock", "--no-fork", folder.path.string, "/bin/sh", "-c",
        "echo $$ > \(ready.path); read end < \(silent.path)",
      ],
      in: folder.path)
    defer {
      holder.send(SIGKILL)
      _ = holder.completion()
    }
    #expect(try ready.number() == holder.pid)
    let told = Mutex<[String]>([])
    let error = #expect(throws: StoreError.self) {
      _ = try FolderLock(folder.path.string, limit: 1) { note in told.withLock { $0.append(note) } }
    }
    guard case .locked(folder.path.string, let name)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let notes = told.withLock { $0 }
    #expect(notes == ["Waiting for \(name), which has locked the folder \(folder.path)."])
    #expect(name == "another process" || name.hasPrefix("process "))
    #expect(
      error?.description.contains("End that process, or keep the store in another folder") == true)
    // Without an interruption it would wait for days.
    let interrupted = #expect(throws: StoreError.self) {
      _ = try FolderLock(folder.path.string, limit: .max, isStopping: { true })
    }
    #expect(
      interrupted?.description
        == "Interrupted while waiting for \(name), which has locked the folder \(folder.path).")
  }

  @Test func `a writer waits for another one, and says so once that takes long`() throws {
    _ = try ResultStore(path: path)
    var configuration = GRDB.Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    let told = Mutex<[String]>([])
    let store = try ResultStore(path: path) { note in
      told.withLock { $0.append(note) }
      // It ends only now.
      #expect(throws: Never.self) {
        try other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
      }
    }
    _ = try store.add(SampleExperiment.experiment())
    #expect(
      told.withLock { $0 } == ["Waiting for another process, which writes into the store."])
    #expect(try store.experiments().count == 1)
  }

  @Test func `a writer that the user stops waits no longer for another one`() throws {
    _ = try ResultStore(path: path)
    var configuration = GRDB.Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    let isStopping = Mutex(false)
    let store = try ResultStore(path: path) { _ in
      isStopping.withLock { $0 = true }
    } isStopping: {
      isStopping.withLock { $0 }
    }
    #expect(
      throws: StoreError.interrupted(
        holder: "another process, which writes into the store \(path)")
    ) {
      try store.add(SampleExperiment.experiment())
    }
    try other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    _ = try store.add(SampleExperiment.experiment())
  }

  @Test func `a row that lacks a required value is an error, not a crash`() throws {
    let store = try filled()
    let run = try #require(try store.runs(of: 1).first)
    try foreign { try $0.execute(sql: "UPDATE experiment SET startedAt = 'yesterday'") }
    #expect(throws: StoreError.damaged(what: "\"yesterday\" in the column 'startedAt'")) {
      try store.eachExperiment().map { try $0.get() }
    }
    try foreign { try $0.execute(sql: "UPDATE sample SET cpu = 'much'") }
    #expect(throws: StoreError.damaged(what: "\"much\" in the column 'cpu'")) {
      try store.details(of: run)
    }
    try foreign { try $0.execute(sql: "UPDATE measurement SET value = 'much'") }
    #expect(throws: StoreError.damaged(what: "\"much\" in the column 'value'")) {
      try store.runs(of: 1)
    }
  }

  @Test func `several writers can make and fill one store at once`() async throws {
    let path = path
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          let store = try ResultStore(path: path)
          let number = try store.add(SampleExperiment.experiment(name: "w\(writer)")).number
          for position in 1...5 {
            try store.add(SampleExperiment.run(position: position), to: number ?? 0)
          }
        }
      }
      try await group.waitForAll()
    }
    let store = try ResultStore(existing: path)
    let experiments = try store.experiments()
    #expect(Set(experiments.map(\.name)).count == 8)
    for experiment in experiments {
      #expect(try store.runs(of: experiment.number ?? 0).map(\.position) == [1, 2, 3, 4, 5])
    }
  }

  /// Without an order among those who open, about one in a hundred was refused.
  @Test func `many connections can make a store at the same moment`() throws {
    let refusals = Mutex<[String]>([])
    for number in 0..<40 {
      let path = folder["made-\(number)/store.sqlite"].string
      DispatchQueue.concurrentPerform(iterations: 8) { opener in
        do {
          _ = try ResultStore(path: path).add(
            SampleExperiment.experiment(name: "opener-\(opener)"))
        } catch {
          refusals.withLock { $0.append("\(error)") }
        }
      }
      #expect(try ResultStore(existing: path).experiments().count == 8)
    }
    #expect(refusals.withLock { $0 } == [])
  }

  @Test func `a reader sees what was stored while the writer goes on`() throws {
    let writer = try ResultStore(path: path)
    let reader = try ResultStore(existing: path)
    _ = try writer.add(SampleExperiment.experiment())
    for position in 1...3 {
      try writer.add(SampleExperiment.run(position: position), to: 1)
      #expect(try reader.runCounts(of: 1).all == position)
    }
  }

  @Test func `other programs can read times in ns, sizes in bytes, and names`() throws {
    _ = try filled()
    let rows = try foreign { db in
      try [
        """
        SELECT experiment.name, run.build, story, round, metric, value FROM measurement
        JOIN run ON run.id = runId JOIN experiment ON number = experimentNumber
        WHERE metric = 'peak-memory'
        """, "SELECT count(*), max(time) FROM sample",
        "SELECT label, peakMemory FROM step WHERE ordinal = 0", "PRAGMA integrity_check",
      ].map { sql in
        try Row.fetchAll(db, sql: sql).map { Array($0.databaseValues.map(\.description)) }
      }
    }
    #expect(
      rows == [
        [[#""inventory""#, #""checked""#, #""US1""#, "3", #""peak-memory""#, "30000001.0"]],
        [["2", "10000000"]], [[#""login user=alice ×5""#, "6"]], [[#""ok""#]],
      ])
  }

  /// The file as another program opens it.
  @discardableResult
  private func foreign<Value>(_ body: (Database) throws -> Value) throws -> Value {
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    return try queue.writeWithoutTransaction(body)
  }
}
