import Foundation
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// `bisect`: a script of three lines in a repository of its own, at one commit after the other.
  @Suite struct BisectTests {
    private let shell: Shell
    private let repository: GitFolder

    init() throws {
      shell = try Shell()
      repository = try GitFolder(shell.folder.path)
      try shell.folder.add(".gitignore", ".build/\nResults/\n")
      try write(rounds: 10_000, "first")
      try repository.commit("first")
      try repository.git("tag", "v1")
    }

    private func write(rounds: Int, _ remark: String, status: Int = 0) throws {
      try shell.folder.addScript(
        "work", "# \(remark)\ni=0; while [ $i -lt \(rounds) ]; do i=$((i+1)); done; exit \(status)")
    }

    /// Not in any commit: as a scenario that was written only when a regression was noticed.
    private func addScenario() throws {
      try shell.folder.add(
        "s.yml",
        """
        scenario: sample
        builds: { a: { variables: { kind: plain } } }
        stories: { s: { steps: [{ run: [./work] }] } }
        """)
    }

    @Test
    func `bisect names the commit that made a script slower, although one commit before it fails`()
      throws
    {
      for number in 1...7 {
        try write(
          rounds: number < 5 ? 10_000 : 100_000, "change \(number)", status: number == 3 ? 1 : 0)
        try repository.commit("change \(number)")
      }
      try addScenario()
      let bisect = try shell.rehearse("bisect", "v1", "main", "s.yml", "--json")
      #expect(bisect.status == 0, "\(bisect.errors)")
      let result = try #require(try shell.json(bisect) as? [String: Any])
      let culprits = try #require(result["culprits"] as? [[String: Any]])
      let culprit = try #require(culprits.first?["commit"] as? [String: Any])
      #expect(culprit["subject"] as? String == "change 5" && culprits.count == 1)
      #expect(culprit["hash"] as? String == (try repository.git("rev-parse", "main~2")))
      #expect(culprit["author"] as? String == "n")
      let change = try #require((culprits[0]["change"] as? [String: Any])?["point"] as? Double)
      // Ten times the rounds, and a shell that starts as before; the commit is the point.
      #expect((2...12).contains(change))
      #expect(try #require(result["probability"] as? Double) >= 0.99)
      #expect(
        bisect.errors.contains("does not have s.yml: all commits are measured with the scenario"))
      try shell.folder.add("b.json", bisect.output)
      let schema = PeerReaders.package.appending("Docs/schemas/bisection.schema.json")
      #expect(
        try PeerReaders.read([.document(shell.folder["b.json"], schema: schema)]).first
          as? [String] == [])
      // No work tree is left, and what was measured can be looked at.
      #expect(try repository.git("worktree", "list").split(separator: "\n").count == 1)
      #expect(try shell.rehearse("show", "latest").status == 0)
      #expect(try shell.rehearse("resume").errors.contains("no unfinished experiment"))
    }

    @Test func `runs of a commit that lowers its priority share no CPU, and a note says why`()
      throws
    {
      try shell.folder.addScript(
        "work", "exec nice -n 1 sh -c 'i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done'")
      try repository.commit("lower priority")
      try addScenario()
      let bisect = try shell.rehearse("bisect", "v1", "main", "s.yml")
      #expect(bisect.status == 0, "\(bisect.errors)")
      #expect(bisect.output.contains(" 'lower priority' "), "\(bisect.output)")
      let (good, bad) = (
        try repository.git("rev-parse", "v1").prefix(10),
        try repository.git("rev-parse", "main").prefix(10)
      )
      #expect(bisect.errors.contains("note: Pairs ran one after the other"), "\(bisect.errors)")
      #expect(
        bisect.errors.contains(
          "because the two sides schedule themselves differently ('\(good)': no call; '\(bad)': setpriority "
        ),
        "\(bisect.errors)")
    }

    @Test(.nightly, .enabled(if: ExplainTests.hasPerf))
    func `bisect explains the commit against its parent, at once and later`() throws {
      try write(sweeps: 2_000_000, "first")
      try repository.commit("in C")
      try repository.git("tag", "c")
      for number in 1...3 {
        try write(sweeps: number < 2 ? 2_000_000 : 12_000_000, "change \(number)")
        try repository.commit("change \(number)")
      }
      try shell.folder.add(
        "s.yml",
        """
        scenario: sample
        builds: { a: { make: [cc, -O1, -o, work, work.c], variables: { kind: plain } } }
        stories: { s: { steps: [{ run: [./work], repeat: 10 }] } }
        """)
      let bisect = try shell.rehearse("bisect", "c", "main", "s.yml", "--explain", "--json")
      #expect(bisect.status == 0, "\(bisect.errors)")
      let explanations: [[String: Any]] = try shell.part("explanations", of: bisect)
      let story = try #require(explanations.first)
      let (parent, culprit) = (
        try repository.git("rev-parse", "main~2"), try repository.git("rev-parse", "main~1")
      )
      #expect(story["candidate"] as? String == String(culprit.prefix(10)))
      #expect(story["baseline"] as? String == String(parent.prefix(10)))
      let functions = try #require(story["functions"] as? [[String: Any]])
      #expect(functions.first?["name"] as? String == "sweep")
      try shell.folder.add("b.json", bisect.output)
      let schema = PeerReaders.package.appending("Docs/schemas/bisection.schema.json")
      #expect(
        try PeerReaders.read([.document(shell.folder["b.json"], schema: schema)]).first
          as? [String] == [])
      let resumed = try shell.rehearse("resume", "1")
      #expect(resumed.status == 0, "\(resumed.errors)")
      #expect(
        resumed.errors.contains("Experiment 2 explains the commit already: it is concluded again"),
        "\(resumed.errors)")
      let concluded = try #require(try shell.json(resumed) as? [String: Any])
      let same = try #require(concluded["explanations"] as? [Any]) as NSArray
      #expect(same == explanations as NSArray)
      #expect(try shell.latest()["number"] as? Int == 2)
      // The search is the first experiment: explained once more, its commit is the same.
      let again = try shell.rehearse("explain", "1", "--pairs", "8", "--no-counts", "--json")
      let documents = try #require(try shell.json(again) as? [[String: Any]], "\(again.errors)")
      #expect(documents.first?["candidate"] as? String == String(culprit.prefix(10)))
      #expect(try repository.git("worktree", "list").split(separator: "\n").count == 1)
    }

    /// A program in C, whose greater part is one function.
    private func write(sweeps: Int, _ remark: String) throws {
      try shell.folder.add(
        "work.c",
        """
        // \(remark)
        static volatile unsigned long sum;
        __attribute__((noinline)) static void sweep(long n) { while (n--) sum += n; }
        __attribute__((noinline)) static void settle(long n) { while (n--) sum ^= n; }
        int main(void) { settle(6000000); sweep(\(sweeps)); return 0; }
        """)
    }

    @Test func `ends that make no history are refused, each with a hint`() throws {
      try write(rounds: 10, "second")
      try repository.commit("second")
      try repository.git("checkout", "--quiet", "-b", "side", "v1")
      try commit(allowingEmpty: "third")
      try addScenario()
      let tried: [(good: String, bad: String, words: String)] = [
        ("v1", "v1", "'v1' and 'v1' are the same commit"),
        ("main", "v1", "'v1' came before 'main'. The good end is the older one"),
        ("main", "side", "which can be the good end of either: rehearse bisect"),
      ]
      for (good, bad, words) in tried {
        let bisect = try shell.rehearse("bisect", good, bad, "s.yml")
        #expect(bisect.status == 64 && bisect.errors.contains(words), "\(bisect)")
      }
      let unknown = try shell.rehearse("bisect", "v0", "main", "s.yml")
      #expect(unknown.status == 64 && unknown.errors.contains("There is no revision 'v0'"))
      for (words, message) in [
        (["--metric", "cpu"], "Rehearse has no metric 'cpu'"),
        (["--metric", "instructions"], "which pairs don't measure"),
        (["--story", "t"], "s.yml has no story 't'"),
        (["--probability", "1"], "--probability is 1.0; allowed: 0.5 to 0.9999."),
        (["--explain", "--metric", "peak-memory"], "'peak-memory' can't be explained."),
      ] {
        let bisect = try Completion.of(
          [BuiltProducts.rehearse, "bisect", "v1", "main", "s.yml"] + words,
          in: shell.folder.path)
        #expect(bisect.status == 64 && bisect.errors.contains(message), "\(bisect)")
      }
    }

    private func commit(allowingEmpty message: String) throws {
      try repository.git("commit", "--quiet", "--allow-empty", "--message", message)
    }

    @Test func `for a shallow clone, bisect reports how to fetch the missing commits`() throws {
      try write(rounds: 10, "second")
      try repository.commit("second")
      let clone = try ScratchFolder()
      let source = "file://\(shell.folder.path.string)"
      for words in [
        ["clone", "--quiet", "--depth", "1", "--branch", "main", source, clone.file("r")],
        ["-C", clone.file("r"), "fetch", "--quiet", "--depth", "1", source, "tag", "v1"],
      ] {
        let result = try Completion.of(["git"] + words)
        try #require(result.status == 0, "\(result.errors)")
      }
      try clone.add(
        "r/s.yml",
        "scenario: s\nbuilds: { a: { variables: { kind: plain } } }\nstories: { s: { steps: [{ run: [./work] }] } }\n"
      )
      let bisect = try Completion.of(
        [BuiltProducts.rehearse, "bisect", "v1", "main", "s.yml"],
        in: FilePath(clone.file("r")))
      #expect(bisect.status == 64, "\(bisect)")
      #expect(bisect.errors.contains("git fetch --unshallow"))
    }
  }
}
