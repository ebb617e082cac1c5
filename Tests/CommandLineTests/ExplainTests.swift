import Foundation
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// Real pairs, profiled by perf and counted by Valgrind.
  @Suite struct ExplainTests {
    static let hasPerf = FileManager.default.isExecutableFile(atPath: "/usr/bin/perf")
    private let shell: Shell

    init() throws {
      shell = try Shell()
      // The other side makes four times as many calls, which shows whatever else the machine does.
      try shell.addScenario(
        builds: """
          { a: { command: ["\(BuiltProducts.testDriver)"] }, \
          b: { command: ["\(BuiltProducts.testDriver)", "--handicap", "300%"] } }
          """,
        stories: """
          { s: { steps: [{ compute: { rounds: 200000 }, repeat: 50, expect: { count: 200000 } }] }, \
          quick: \(Shell.counting) }
          """)
    }

    /// What `explain --json` says of its only story.
    private func story(_ completion: Completion) throws -> [String: Any] {
      let stories = try #require(
        try shell.json(completion) as? [[String: Any]], "\(completion.output)\(completion.errors)")
      return try #require(stories.first)
    }

    @Test(.nightly, .enabled(if: hasPerf))
    func `explain names, prints and stores the function that does more, and show repeats it`()
      throws
    {
      let explained = try shell.rehearse(
        "explain", "s.yml", "--story", "s", "--pairs", "10", "--json", "--seed", "1")
      #expect(explained.status == 0, "\(explained.errors)")
      let story = try story(explained)
      #expect(story["pairs"] as? Int == 10 && story["reason"] == nil)
      let functions = try #require(story["functions"] as? [[String: Any]])
      let first = try #require(functions.first)
      #expect(first["name"] as? String == "compute(_:)" && first["isShown"] as? Bool == true)
      #expect(first["module"] as? String == "test_driver" && first["kind"] as? String == "app")
      #expect(first["change"] as? String == "calls")
      let own = try #require(first["own"] as? [String: Any])
      let (before, after) = (own["baseline"] as? Double ?? 0, own["candidate"] as? Double ?? 0)
      #expect(before > 0 && after / before > 2 && after / before < 8, "\(own)")
      // To the instruction: each call does the same.
      let work = try #require(first["work"] as? [String: [String: Int]])
      #expect(work["baseline"]?["calls"] == 50 && work["candidate"]?["calls"] == 200)
      let instructions = ["baseline", "candidate"].map { work[$0]?["ownInstructions"] ?? 0 }
      #expect(instructions[0] > 0 && 4 * instructions[0] == instructions[1])

      let shown = try shell.rehearse("show", "latest", "--json")
      #expect(shown.output == explained.output)
      let table = try shell.rehearse("show", "latest")
      for words in ["compute(_:)", "called more often", "not located", "App"] {
        #expect(table.output.contains(words), "\(words): \(table.output)")
      }
    }

    @Test(.nightly, .enabled(if: hasPerf))
    func `a function counts as the same if one build calls it and the other inlines it`() throws {
      try shell.folder.add(
        "work.c",
        """
        #include <stdio.h>
        static inline __attribute__((HOW)) unsigned mix(unsigned x) {
          for (int i = 0; i < ROUNDS; i++) { x ^= x << 13; x ^= x >> 17; x ^= x << 5; }
          return x;
        }
        __attribute__((noinline)) unsigned work(unsigned n) {
          unsigned s = 0;
          for (unsigned i = 0; i < n; i++) s += mix(i);
          return s;
        }
        int main(void) { puts(work(400000) ? "done" : "never"); return 0; }
        """)
      for (name, how, rounds) in [("old", "noinline", 40), ("new", "always_inline", 160)] {
        let made = try Completion.of(
          [
            "clang", "-O2", "-g", "-fno-omit-frame-pointer", "-mno-omit-leaf-frame-pointer",
            "-DHOW=\(how)", "-DROUNDS=\(rounds)", "-o", name, "work.c",
          ], in: shell.folder.path)
        #expect(made.status == 0, "\(made.errors)")
      }
      try shell.addScenario(
        builds:
          "{ old: { variables: { program: ./old } }, new: { variables: { program: ./new } } }",
        stories: "{ s: { steps: [{ run: ['${program}'], expect: { text: done } }] } }")
      let explained = try shell.rehearse(
        "explain", "s.yml", "--pairs", "12", "--no-counts", "--json", "--seed", "1")
      #expect(explained.status == 0, "\(explained.errors)")
      let functions = try #require(try story(explained)["functions"] as? [[String: Any]])
      let first = try #require(functions.first)
      #expect(first["name"] as? String == "mix" && first["isShown"] as? Bool == true)
      // The program of a command is the app.
      #expect(first["module"] as? String == "program" && first["kind"] as? String == "app")
      #expect(first["isInlined"] as? [String: Bool] == ["baseline": false, "candidate": true])
      #expect(first["change"] == nil && first["work"] == nil)
      let own = try #require(first["own"] as? [String: Any])
      let (before, after) = (own["baseline"] as? Double ?? 0, own["candidate"] as? Double ?? 0)
      #expect(before > 0 && after / before > 2 && after / before < 8, "\(own)")
      let table = try shell.rehearse("show", "latest")
      #expect(table.output.contains("mix (inlined now)"), "\(table.output)")
    }

    /// The function is called in one build and inlined in the other; the library's sorting is nobody's change.
    private static let histogram = """
      #include <algorithm>
      #include <cstdio>
      #include <string_view>
      #include <vector>
      namespace text {
      template <class T> struct Histogram {
        T counts[26] = {};
        HOW void add(std::string_view word) {
          for (int round = 0; round < ROUNDS; round++)
            for (char letter : word)
              counts[(letter + round) % 26] += counts[(letter * 7 + round) % 26] ^ round;
        }
      };
      __attribute__((noinline)) long sorted(std::vector<int> numbers) {
        std::sort(numbers.begin(), numbers.end(), [](int a, int b) { return a % 1000 < b % 1000; });
        return numbers[numbers.size() / 2];
      }
      }
      int main() {
        text::Histogram<long> histogram;
        std::vector<int> numbers;
        for (int i = 0; i < 3000; i++) numbers.push_back(i * 7919 % 10007);
        long sum = 0;
        for (int i = 0; i < 60; i++) {
          for (int j = 0; j < 200; j++) histogram.add("the quick brown fox jumps over");
          sum += text::sorted(numbers);
        }
        std::puts(histogram.counts[0] + sum != 1 ? "done" : "never");
      }
      """

    @Test(.nightly, .enabled(if: hasPerf))
    func `a C++ function has one row and its frame pointers, or a note that they are missing`()
      throws
    {
      try shell.folder.add("work.cc", Self.histogram)
      let frames = ["-fno-omit-frame-pointer", "-mno-omit-leaf-frame-pointer"]
      for (name, how, rounds, options) in [
        ("old", "noinline", 40, frames), ("new", "always_inline", 160, frames),
        ("flat", "noinline", 160, ["-fomit-frame-pointer"]),
      ] {
        let made = try Completion.of(
          [
            "clang++", "-std=c++17", "-O2", "-g", "-DHOW=__attribute__((\(how)))",
            "-DROUNDS=\(rounds)", "-o", name, "work.cc",
          ] + options, in: shell.folder.path)
        #expect(made.status == 0, "\(made.errors)")
      }
      try shell.addScenario(
        builds: """
          { old: { variables: { program: ./old } }, new: { variables: { program: ./new } }, \
          flat: { variables: { program: ./flat } } }
          """,
        stories: "{ s: { steps: [{ run: ['${program}'], expect: { text: done } }] } }")
      for (candidate, isFlat) in [("new", false), ("flat", true)] {
        let explained = try shell.rehearse(
          "explain", "s.yml", "--candidate", candidate, "--pairs", "12", "--json", "--seed", "1")
        // Steps that are commands are timed, and that nothing is counted is no failure.
        #expect(explained.status == 0, "\(explained.errors)")
        let story = try story(explained)
        let functions = try #require(story["functions"] as? [[String: Any]])
        // What takes longer meets more of the kernel's interrupts, too.
        let own = functions.filter {
          ($0["own"] as? [String: Any])?["isShown"] as? Bool == true
            && $0["kind"] as? String == "app"
        }
        #expect(own.map { $0["name"] as? String } == ["text::Histogram<long>::add"])
        #expect(own.first?["change"] == nil)
        let names = functions.compactMap { $0["name"] as? String }
        #expect(names.allSatisfy { !$0.contains("(int)") }, "\(names)")
        let library = functions.filter { ($0["name"] as? String)?.hasPrefix("std::") ?? false }
        #expect(library.allSatisfy { $0["kind"] as? String == "runtime" })
        let sentence = try #require(story["sentence"] as? String)
        #expect(sentence.contains("against old: text::Histogram<long>::add +"), "\(sentence)")
        let notes = (story["notes"] as? [String] ?? []).joined(separator: " ")
        #expect(notes.contains("its steps are commands"), "\(notes)")
        #expect(notes.contains("Call chains are missing") == isFlat, "\(notes)")
      }
    }

    @Test(.nightly, .enabled(if: hasPerf))
    func `a driver whose instructions can't be counted is explained with status 0 and the reason`()
      throws
    {
      try FileManager.default.copyItem(
        atPath: PeerReaders.package.appending("Kits/python/rehearse_driver.py").string,
        toPath: shell.folder["rehearse_driver.py"].string)
      try shell.folder.add(
        "driver.py",
        """
        import sys, rehearse_driver as rehearse

        @rehearse.verb
        def add(to):
            for _ in range(int(sys.argv[1])): total = sum(range(to))
            return total

        rehearse.serve("adding")
        """)
      try shell.addScenario(
        builds: """
          { a: { command: [python3, driver.py, "10"] }, b: { command: [python3, driver.py, "20"] } }
          """,
        stories:
          "{ s: { steps: [{ add: { to: 200000 }, repeat: 3, expect: { value: 19999900000 } }] } }")
      let explained = try shell.rehearse("explain", "s.yml", "--pairs", "10")
      #expect(explained.status == 0, "\(explained.errors)")
      #expect(
        explained.errors.contains(
          "like costlier ones: the driver counts no instructions, as its greeting says."),
        "\(explained.errors)")
      #expect(!explained.errors.contains("FAILED") && !explained.errors.contains("apt-get"))
    }

    #if arch(x86_64)
      /// As Python 3.12 does with PYTHONPERFSUPPORT=1: code is made at run time, and its name written down.
      private static let maker = """
        import ctypes, mmap, os
        import rehearse_driver as rehearse

        # mov ecx, edi; dec ecx; jnz; mov eax, edi; ret
        code = bytes.fromhex("89f9ffc975fc89f8c3")
        page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
        page.write(code)
        place = ctypes.addressof(ctypes.c_char.from_buffer(page))
        made = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)(place)
        names = f"/tmp/perf-{os.getpid()}.map"

        @rehearse.verb
        def count(to):
            with open(names, "w") as file:
                file.write(f"{place:x} {len(code):x} py::count:/app/driver.py\\n")
            return made(to)

        @rehearse.verb
        def add(to):
            return sum(1 for _ in range(to))

        rehearse.serve("maker")
        """

      @Test(.nightly, .enabled(if: hasPerf))
      func
        `code that names itself counts as the app's, and an interpreter that does not is reported`()
        throws
      {
        try FileManager.default.copyItem(
          atPath: PeerReaders.package.appending("Kits/python/rehearse_driver.py").string,
          toPath: shell.folder["rehearse_driver.py"].string)
        try shell.folder.add("driver.py", Self.maker)
        try shell.addScenario(
          builds: "{ a: { command: [env, -u, PYTHONPERFSUPPORT, python3, driver.py] } }",
          stories: """
            { s: { steps: [{ count: { to: 20000000 }, expect: { value: 20000000 } }, \
            { add: { to: 500000 }, expect: { value: 500000 } }] } }
            """)
        let explained = try shell.rehearse(
          "explain", "s.yml", "--itself", "--pairs", "8", "--no-counts", "--json")
        #expect(explained.status == 0, "\(explained.errors)")
        let story = try story(explained)
        let functions = try #require(story["functions"] as? [[String: Any]])
        let made = try #require(functions.first { $0["name"] as? String == "count" })
        #expect(made["module"] as? String == "driver.py" && made["kind"] as? String == "app")
        let notes = (story["notes"] as? [String] ?? []).joined(separator: " ")
        #expect(notes.contains("outside of functions that it names"), "\(notes)")
      }
    #endif

    @Test func `without perf, explain reports how to install it`() throws {
      try shell.folder.add("tools/empty", "")
      let explained = try shell.rehearse(
        "explain", "s.yml", "--story", "s", environment: ["PATH": shell.folder["tools"].string])
      #expect(explained.status == 1)
      #expect(explained.errors.contains("'perf' was not found in PATH"), "\(explained.errors)")
      #expect(explained.errors.contains("apt-get install linux-perf"))
    }

    /// A perf that does what this script says.
    private func perf(_ script: String) throws -> [String: String?] {
      try shell.folder.addScript("tools/perf", script)
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      return ["PATH": "\(shell.folder["tools"]):\(path)"]
    }

    @Test func `if the kernel forbids profiling, explain reports how to allow it`() throws {
      let explained = try shell.rehearse(
        "explain", "s.yml", "--story", "s",
        environment: try perf("echo 'No permission to enable cpu-clock event.' >&2\nexit 255"))
      #expect(explained.status == 1)
      #expect(explained.errors.contains("No permission to enable cpu-clock event."))
      #expect(explained.errors.contains("kernel.perf_event_paranoid=1"), "\(explained.errors)")
      #expect(try !shell.rehearse("list").output.contains("explanation"))
    }

    @Test func `a perf that breaks off is a failure of the tool, never of the app`() throws {
      let explained = try shell.rehearse(
        "explain", "s.yml", "--story", "s", "--pairs", "8", "--no-counts", "--json",
        environment: try perf("case \"$*\" in *--control*) echo broken >&2; exit 7;; esac"))
      #expect(explained.status == 1, "\(explained.errors)")
      let reason = try #require(try story(explained)["reason"] as? String)
      #expect(reason.contains("The run could not be profiled: broken"), "\(reason)")
      // Profiled runs are not judged.
      let junit = try shell.rehearse("export", "--format", "junit").output
      #expect(
        junit.contains(#".s" name="a" "#) && !junit.contains(#"name="cpu-time""#), "\(junit)")
    }

    /// The real perf, whose script tells of losses as it does where its buffer is full.
    @Test(.nightly, .enabled(if: hasPerf))
    func `a stripped program and samples that perf lost are reported`() throws {
      try shell.folder.add(
        "work.c",
        """
        #include <stdio.h>
        int main(void) {
          unsigned s = 0;
          for (unsigned i = 0; i < 20000000; i++) { s ^= s << 13; s += i; s ^= s >> 17; }
          puts(s ? "done" : "never");
        }
        """)
      let made = try Completion.of(
        ["clang", "-O2", "-s", "-o", "stripped", "work.c"], in: shell.folder.path)
      #expect(made.status == 0, "\(made.errors)")
      try shell.addScenario(
        builds: "{ a: { variables: { program: ./stripped } } }",
        stories: "{ s: { steps: [{ run: ['${program}'], expect: { text: done } }] } }")
      let explained = try shell.rehearse(
        "explain", "s.yml", "--itself", "--pairs", "8", "--no-counts", "--json",
        environment: try perf(
          """
          [ "$1" = script ] && printf '7/7 27963.247171142: PERF_RECORD_LOST lost 1000000\\n\\n'
          exec /usr/bin/perf "$@"
          """))
      #expect(explained.status == 0, "\(explained.errors)")
      let story = try story(explained)
      let lost = try #require(story["lostSamples"] as? [String: Int])
      #expect(lost == ["baseline": 8_000_000, "candidate": 8_000_000])
      let notes = (story["notes"] as? [String] ?? []).joined(separator: " ")
      #expect(notes.contains("so times are too low"), "\(notes)")
      #expect(notes.contains("code without symbols, most of it in program"), "\(notes)")
    }

    @Test func `without a comparison or a change, explain has nothing to explain`() throws {
      let empty = try shell.rehearse("run", "s.yml", "--story", "quick", "--no-report")
      #expect(empty.status == 0, "\(empty.errors)")
      let none = try shell.rehearse("explain")
      #expect(none.status == 64 && none.errors.contains("no finished comparison"), "\(none.errors)")
      let run = try shell.rehearse("explain", "1")
      #expect(run.status == 64 && run.errors.contains("sample can't be explained"), "\(run.errors)")
      let compared = try shell.rehearse(
        "compare", "s.yml", "--story", "quick", "--pairs", "3", "--memory-runs", "0",
        "--no-control", "--no-inputs")
      #expect(compared.status == 0, "\(compared.errors)")
      let same = try shell.rehearse("explain")
      #expect(same.status == 5 && same.errors.contains("No story's CPU time"), "\(same.errors)")
    }

    @Test(.nightly, .enabled(if: hasPerf))
    func `explain measures a comparison's story again, and reports one that is too short`() throws {
      let compared = try shell.rehearse(
        "compare", "s.yml", "--story", "quick", "--pairs", "3", "--memory-runs", "0",
        "--no-control", "--no-inputs")
      #expect(compared.status == 0, "\(compared.errors)")
      let explained = try shell.rehearse(
        "explain", "1", "--story", "quick", "--pairs", "8", "--no-counts", "--json")
      let story = try story(explained)
      #expect(explained.status == (story["reason"] == nil ? 0 : 5), "\(explained.errors)")
      let notes = story["notes"] as? [String] ?? []
      let words = "\(story["reason"] ?? "") \(notes.joined(separator: " "))"
      #expect(words.contains("'repeat' makes its steps longer"), "\(words)")
    }

    @Test(arguments: [
      ["--against", "main"], ["--itself"], ["s.yml", "--itself", "--candidate", "b"],
      ["s.yml", "--build", "a"], ["s.yml", "--pairs", "7"],
      ["s.yml", "--against", "main", "--baseline", "a"], ["s.yml", "--at", "main"],
      ["s.yml", "--against", "main", "--at", "main"], ["--at", "main"],
    ])
    func `options of explain that exclude each other are refused`(_ options: [String]) async throws
    {
      let completion = try await Shell.refusal(of: ["explain"] + options)
      #expect(completion.status == 64, "\(completion.errors)")
    }
  }
}
