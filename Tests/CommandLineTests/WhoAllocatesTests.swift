import Foundation
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// Who allocates, in a program in C whose allocations are known to the block.
  @Suite struct WhoAllocatesTests {
    private let shell: Shell

    init() throws {
      shell = try Shell()
      try compile("driver")
      try shell.addScenario(
        builds: """
          { a: { command: [./driver, "0"] }, b: { command: [./driver, "7"] } }
          """, stories: Self.stories)
    }

    private static let stories = """
      { s: { steps: [{ work: {}, expect: { count: 1 } }] }, \
      c: { cycles: 16, steps: [{ work: {}, expect: { count: 1, digest: "00000000000000aa" } }] } }
      """

    private func compile(_ name: String, _ options: String...) throws {
      let program = try CompiledProgram(Self.source, options: ["-O1", "-fno-builtin"] + options)
      try program.link(to: shell.folder[name])
    }

    /// Takes 100 + N blocks of 40 bytes, holds none; with N leaves one of 32 bytes behind.
    private static let source = #"""
      #include <stdlib.h>
      #include <string.h>
      #include <sys/wait.h>
      #include <unistd.h>
      #define FUNCTION __attribute__((noinline))
      static int extra;
      static struct node { struct node *next; } *list;
      #ifndef TAKE
      #define TAKE FUNCTION
      #endif
      TAKE void *take(size_t size) { void *volatile block = malloc(size); return block; }
      FUNCTION void parse(int count) { for (int i = 0; i < count; i++) free(take(40)); }
      FUNCTION void draw(void) { void *volatile block = malloc(100); free(block); }
      FUNCTION void leak(void) {
        struct node *node = malloc(32);
        node->next = list, list = node;
      }
      static void answer(const char *line) {
        if (write(1, line, strlen(line)) < 0) exit(1);
      }
      int main(int count, char **words) {
        static char line[65536];
        extra = atoi(words[1]);
        for (size_t length = 0;;) {
          ssize_t more = read(0, line + length, sizeof line - 1 - length);
          if (more <= 0) return 0;
          length += (size_t)more, line[length] = 0;
          if (line[length - 1] != '\n') continue;
          length = 0;
          if (strstr(line, "\"hello\"")) { answer("{\"ok\":true,\"protocol\":1}\n"); continue; }
          if (!strstr(line, "\"step\"")) {
            answer("{\"ok\":true}\n");
            if (strstr(line, "\"bye\"")) return 0;
            continue;
          }
          if (extra < 0) abort();
          parse(100 + (extra == 98 ? 0 : extra));
          // As shells and servers do: each child allocates, and none is ended by a signal.
          if (extra == 98)
            for (int i = 0, status; i < 30; i++) {
              if (fork() == 0) parse(10), _exit(0);
              if (wait(&status) < 0 || status != 0) abort();
            }
          draw();
          if (extra == 99) for (int i = getpid() % 100; i > 0; i--) draw();
          if (extra) leak();
          answer("{\"ok\":true,\"cost\":{\"wall_ns\":1,\"cpu_ns\":1},"
                 "\"outcome\":{\"count\":1},\"digest\":\"00000000000000aa\"}\n");
        }
      }
      """#

    private func stories(_ options: String...) throws -> [[String: Any]] {
      let completion = try Completion.of(
        [BuiltProducts.rehearse, "explain", "s.yml", "--json"] + options, in: shell.folder.path)
      return try #require(
        try shell.json(completion) as? [[String: Any]],
        "\(completion.output)\(completion.errors)")
    }

    /// The own amounts of the functions that are shown, both sides.
    private func shown(_ story: [String: Any]) -> [String: [Double]] {
      var found: [String: [Double]] = [:]
      for function in story["functions"] as? [[String: Any]] ?? [] {
        guard let own = function["own"] as? [String: Any], own["isShown"] as? Bool == true,
          let name = function["name"] as? String
        else { continue }
        found[name] = ["baseline", "candidate"].compactMap { own[$0] as? Double }
      }
      return found
    }

    @Test func `explain names the functions that allocate more, to the block`() throws {
      let story = try #require(try stories("--story", "s", "--metric", "allocations").first)
      #expect(shown(story) == ["take": [100, 107], "leak": [0, 1]])
      #expect(story["metric"] as? String == "allocations" && story["reason"] == nil)
      let total = try #require(story["total"] as? [String: Any])
      #expect(total["baseline"] as? Double == 101 && total["candidate"] as? Double == 109)
      let table = try shell.rehearse("show", "latest")
      for words in ["take", "+7", "leak", "new", "allocations of b is 109 blocks a run, +8 blocks"]
      {
        #expect(table.output.contains(words), "\(words): \(table.output)")
      }
      let folded = try shell.rehearse("export", "latest", "--format", "folded-difference")
      let lines = folded.output.split(separator: "\n")
      // Of three runs.
      #expect(lines.contains { $0.hasSuffix("main;parse;take 300 321") }, "\(folded.output)")
      let speedscope = try shell.rehearse("export", "latest", "--format", "speedscope")
      #expect(speedscope.output.contains(#""unit":"none""#), "\(speedscope.output.prefix(500))")
    }

    @Test
    func `a function counts as the same if one build calls it and the other inlines it`() throws {
      try compile("called", "-g")
      try compile("inlined", "-g", "-DTAKE=static inline __attribute__((always_inline))")
      try shell.addScenario(
        builds: #"{ a: { command: [./called, "0"] }, b: { command: [./inlined, "7"] } }"#,
        stories: Self.stories)
      let story = try #require(try stories("--story", "s", "--metric", "allocations").first)
      #expect(shown(story) == ["take": [100, 107], "leak": [0, 1]])
      let functions = story["functions"] as? [[String: Any]] ?? []
      let take = try #require(functions.first { $0["name"] as? String == "take" })
      #expect(take["isInlined"] as? [String: Bool] == ["baseline": false, "candidate": true])
      let table = try shell.rehearse("show", "latest")
      #expect(table.output.contains("take (inlined now)"), "\(table.output)")

      // Where one side can't tell, it is its caller's on both, which is said.
      try compile("untold", "-DTAKE=static inline __attribute__((always_inline))")
      try shell.addScenario(
        builds: #"{ a: { command: [./inlined, "0"] }, b: { command: [./untold, "7"] } }"#,
        stories: Self.stories)
      let folded = try #require(try stories("--story", "s", "--metric", "allocations").first)
      #expect(shown(folded) == ["parse": [100, 107], "leak": [0, 1]])
      let notes = (folded["notes"] as? [String] ?? []).joined(separator: " ")
      #expect(notes.contains("a build has no debug information"), "\(notes)")
    }

    @Test func `child processes are recorded like their parent, however many there are`() throws {
      try shell.addScenario(
        builds: #"{ a: { command: [./driver, "0"] }, b: { command: [./driver, "98"] } }"#,
        stories: Self.stories)
      let story = try #require(try stories("--story", "s", "--metric", "allocations").first)
      #expect(shown(story) == ["take": [100, 400], "leak": [0, 1]])
    }

    @Test func `allocated and live bytes are explained by the same calls`() throws {
      let bytes = try #require(try stories("--story", "s", "--metric", "allocated-bytes").first)
      #expect(shown(bytes) == ["take": [4000, 4280], "leak": [0, 32]])
      let held = try #require(try stories("--story", "s", "--metric", "live-bytes").first)
      #expect(shown(held) == ["leak": [0, 32]])
    }

    @Test
    func `retained blocks are explained for a cycle, and refused with a reason for another story`()
      throws
    {
      let found = try stories("--metric", "retained-blocks")
      let cycle = try #require(found.first { $0["story"] as? String == "c" })
      #expect(shown(cycle) == ["leak": [0, 1]])
      let other = try #require(found.first { $0["story"] as? String == "s" })
      #expect((other["reason"] as? String)?.contains("is not a cycle") == true, "\(other)")
    }

    @Test func `if no story is explained, the status is 5, and if one is, 0`() throws {
      for (options, status) in [(["--story", "s"], 5), ([], 0)] as [([String], Int32)] {
        let completion = try shell.rehearse(
          ["explain", "s.yml", "--metric", "retained-blocks"] + options)
        #expect(completion.status == status, "\(completion.errors)")
        #expect(completion.errors.contains("is not a cycle"), "\(completion.errors)")
      }
    }

    @Test func `--alone lists what one build allocates, most first, with a page of its calls`()
      throws
    {
      let story = try #require(
        try stories("--story", "s", "--metric", "allocations", "--alone", "--build", "b").first)
      let functions = story["functions"] as? [[String: Any]] ?? []
      #expect(functions.prefix(3).map { $0["name"] as? String } == ["take", "draw", "leak"])
      let made = try shell.rehearse("report", "latest", "--output", "page")
      #expect(made.status == 0, "\(made.errors)")
      let page = try String(
        contentsOfFile: shell.folder.file("page/report.html"), encoding: .utf8)
      #expect(page.contains("Flame graph: where s on b allocates, 109 blocks a run"))
      #expect(page.contains("b allocates 109 blocks a run: most in take 107 blocks"))
    }

    @Test func `a note says that a count does not repeat`() throws {
      try shell.addScenario(
        builds: #"{ varying: { command: [./driver, "99"] } }"#, stories: Self.stories)
      let story = try #require(
        try stories("--story", "s", "--metric", "allocations", "--alone").first)
      let notes = story["notes"] as? [String] ?? []
      #expect(notes.contains { $0.contains("of s does not repeat") }, "\(story)")
    }

    @Test func `a driver that crashes or can't be recorded has a reason, and no zero count`() throws
    {
      try compile("static", "-static")
      try compile("stripped", "-s")
      for (command, words) in [
        (#"[./static, "0"]"#, "linked statically"),
        (#"[env, -u, LD_PRELOAD, ./driver, "0"]"#, "runs without 'LD_PRELOAD'"),
        (#"[./driver, "-1"]"#, "'rehearse run' shows whether it fails by itself"),
      ] {
        try shell.addScenario(builds: "{ x: { command: \(command) } }", stories: Self.stories)
        let completion = try shell.rehearse(
          "explain", "s.yml", "--story", "s", "--metric", "allocations", "--alone")
        #expect(completion.status == 1, "\(completion.output)\(completion.errors)")
        #expect(completion.errors.contains(words), "\(completion.errors)")
      }
      try shell.addScenario(
        builds: #"{ x: { command: [./stripped, "0"] } }"#, stories: Self.stories)
      let story = try #require(
        try stories("--story", "s", "--metric", "allocations", "--alone").first)
      let functions = story["functions"] as? [[String: Any]] ?? []
      #expect(functions.first?["name"] as? String == "[program]")
      let notes = story["notes"] as? [String] ?? []
      #expect(
        notes.contains { $0.contains("100 % of the allocations of s is in code without symbols") })
    }

    @Test(arguments: [
      (["--metric", "peak-live-bytes"], "'peak-live-bytes', which can't be explained"),
      (["--metric", "wall-time"], "off-cpu-time what waits longer"),
      (["--metric", "foo"], "there is no metric 'foo'"),
      (["--metric", "allocations", "--pairs", "9"], "counted three times"),
      (["--alone"], "--alone needs a --metric of what is allocated: allocations, allocated-bytes"),
      (["--metric", "allocations", "--alone", "--itself"], "--alone measures one build"),
    ])
    func `an impossible explanation is refused with what is possible`(
      _ options: [String], _ words: String
    ) async throws {
      let completion = try await Shell.refusal(of: ["explain", "s.yml"] + options)
      #expect(completion.status == 64 && completion.errors.contains(words), "\(completion.errors)")
    }
  }
}
