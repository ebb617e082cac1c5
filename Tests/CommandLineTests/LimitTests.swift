import ArgumentParser
import CommandSupport
import Foundation
import GRDB
import SystemPackage
import TestSupport
import Testing

@testable import rehearse

extension EndToEndTests {
  /// Input that asks for too much, or holds numbers that nobody ever measured, is refused in words.
  @Suite struct LimitTests {
    private let shell: Shell

    init() throws {
      shell = try Shell()
      try shell.addScenario(builds: Shell.twoBuilds, stories: "{ s: \(Shell.counting) }")
    }

    @Test(arguments: [1_000_000_000, Int.max])
    func `a number with too many digits is refused with the allowed range`(_ number: Int)
      async throws
    {
      for (words, option, allowed) in [
        (["run", "s.yml"], "--runs", "1 to 10000"),
        (["run", "s.yml"], "--instructions", "1 to 10000"),
        (["run", "s.yml"], "--rerun-disturbed", "1 to 100"),
        (["compare", "s.yml"], "--pairs", "2 to 10000"),
        (["check", "s.yml"], "--memory-runs", "0 to 10000"),
        (["qualify", "s.yml"], "--pairs", "10 to 10000"),
        (["qualify", "s.yml"], "--memory-runs", "0 to 10000"),
        (["measure"], "--runs", "1 to 100000"), (["measure"], "--warmup", "0 to 100000"),
      ] {
        let end = words[0] == "measure" ? ["--", "true"] : []
        let run = try await Shell.refusal(of: words + ["\(option)=\(number)"] + end)
        #expect(run.status == 64, "\(words) \(run)")
        #expect(
          run.errors.contains("\(number)") && run.errors.contains("; allowed: \(allowed)"),
          "\(run.errors)")
      }
      for (key, allowed) in [("runs", 10_000), ("layouts", 1000)] {
        try shell.folder.add("many.yml", "scenario: many\n\(key): \(number)\n")
        let validate = try shell.rehearse("validate", "many.yml")
        #expect(validate.status == 1)
        #expect(
          validate.errors.contains(
            "'\(key)' is '\(number)'; allowed: a whole number from 1 to \(allowed)."),
          "\(validate.errors)")
      }
    }

    @Test func `a plan with too many runs is refused before it is made`() throws {
      let stories = (1...60).map { "s\($0): \(Shell.counting)" }.joined(separator: ", ")
      try shell.addScenario(builds: Shell.twoBuilds, stories: "{ \(stories) }")
      let run = try shell.rehearse("run", "s.yml", "--runs", "10000", "--no-report")
      #expect(run.status == 1)
      #expect(
        run.errors.contains(
          "Error: sample would have 10000 rounds of 60 stories on 2 builds; allowed: 1000000 runs"),
        "\(run.errors)")
      #expect(try shell.json(shell.rehearse("list", "--json")) as? [String] == [])
    }

    @Test func `a store that is not a file is refused`() throws {
      mkfifo(shell.folder["pipe"].string, 0o600)
      for (name, message) in [
        ("pipe", "pipe is a named pipe, which can't keep experiments; --store names a file."),
        (".", ". is a folder, which can't keep experiments; --store names a file."),
        ("/dev/null", "/dev/null is a device, which can't keep experiments; --store names a file."),
        ("", "The store has an empty name; --store names a file."),
      ] {
        // One that reads the store, and one that makes it.
        for words in [["list"], ["run", "s.yml"]] {
          let command = try Completion.of(
            [BuiltProducts.rehearse] + words + ["--store", name], in: shell.folder.path)
          #expect(command.status == 1)
          #expect(command.errors == "Error: \(message)\n")
        }
      }
    }

    @Test func `no number in a store makes a command trap`() async throws {
      try shell.rehearse("run", "s.yml", "--no-report")
      let path = shell.folder["Results/rehearse.sqlite"].string
      #expect(!bytes(of: path).isEmpty)
      let numbers = Nightly.isOn ? [Int64.min, .min + 1, -1, 1 << 53, .max] : [.min, .max]
      let readers =
        [["show", "--json"]] + (Nightly.isOn ? [["show", "--story", "s"], ["list"]] : [])
      var mutations: [String] = []
      for column in ["environment", "builds", "rerunPolicy"] {
        for path in try leaves(of: column, in: path) {
          mutations += numbers.map {
            "UPDATE experiment SET \(column) = json_set(\(column), '\(path)', \($0))"
          }
        }
      }
      for column in ["rounds", "countedRounds", "allocationRounds", "layouts"] {
        mutations += numbers.map { "UPDATE experiment SET \(column) = \($0)" }
      }
      for column in ["round", "layout", "position", "attempt", "observed", "processors"] {
        mutations += numbers.map { "UPDATE run SET \(column) = \($0)" }
      }
      for key in ["wall_ns", "cpu_ns", "user_us", "minor_faults"] {
        mutations += numbers.map { "UPDATE step SET inside = json_set(inside, '$.\(key)', \($0))" }
      }
      #expect(mutations.count > 100)
      await expectNoTrap(path, after: mutations, readBy: readers)
    }

    /// Reads a store after each change of it. A trap ends the process, so it is one of its own.
    private func expectNoTrap(
      _ path: String, after mutations: [String], readBy readers: [[String]]
    ) async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) { [path, mutations, readers] in
        let pristine = bytes(of: path)
        var commands: [any ParsableCommand] = []
        for words in readers {
          commands.append(try await Program.parsed(words + ["--store", path], as: Rehearse.self))
        }
        for mutation in mutations {
          Console.tell("\(mutation)\n")
          let database = try DatabaseQueue(path: path)
          try await database.write { try $0.execute(sql: mutation) }
          try database.close()
          for var command in commands {
            do {
              try command.run()
            } catch {
              let ending = Ending(of: error, in: Rehearse.self)
              let isTold = ending.words.hasPrefix("Error: The store holds ")
              #expect(ending.status == 1 && isTold, "\(mutation): \(ending.words)")
            }
          }
          for end in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
          write(pristine, to: path)
        }
      }
      let told = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(
        told.contains(mutations.last ?? ""), "the last change is at fault: \(told.suffix(500))")
    }

    /// The places of whole numbers in a column's JSON.
    private func leaves(of column: String, in path: String) throws -> [String] {
      let database = try DatabaseQueue(path: path)
      defer { try? database.close() }
      return try database.read { db in
        try String.fetchAll(
          db,
          sql: """
            SELECT fullkey FROM experiment, json_tree(experiment.\(column))
            WHERE json_tree.type IN ('integer', 'real')
            """)
      }
    }
  }
}
