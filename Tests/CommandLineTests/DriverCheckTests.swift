import Foundation
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct DriverCheckTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    /// The states of all rules, by their names.
    private func states(_ words: [String]) throws -> (status: Int32?, states: [String: String]) {
      let completion = try Completion.of(
        [BuiltProducts.rehearse, "driver", "check", "--json"] + words, in: shell.folder.path)
      let rules: [[String: Any]] = try shell.part("rules", of: completion)
      let states = rules.map { ($0["rule"] as? String ?? "", $0["state"] as? String ?? "") }
      return (completion.status, Dictionary(uniqueKeysWithValues: states))
    }

    /// The rules that are not kept.
    private func unkept(_ words: [String]) throws -> [String: String] {
      try states(words).states.filter { $0.value != "ok" }
    }

    @Test(arguments: [
      ["--verb", "compute", "--arguments", "{ rounds: 1000 }"],
      ["--verb", "await", "--arguments", "{ rounds: 1000, on-main: true }"],
    ])
    func `the tests' own driver keeps every rule`(_ words: [String]) throws {
      let (status, states) = try states(words + [BuiltProducts.testDriver])
      #expect(states.filter { $0.value != "ok" } == [:])
      #expect(status == 0 && states.count == 15)
    }

    @Test func `a driver made with the kit for Python keeps every rule`() throws {
      try requirePython()
      try FileManager.default.copyItem(
        atPath: Repository.path("Kits/python/rehearse_driver.py"),
        toPath: shell.folder["rehearse_driver.py"].string)
      try shell.folder.add("shop.py", PythonKitTests.shop)
      let words = ["--fixture", "{ start: 5 }", "--verb"]
      let verbs = [
        ["add", "--arguments", "{ amount: 2 }"], ["later"], ["many", "--arguments", "{ n: 3000 }"],
        ["tags"],
      ]
      for verb in verbs.prefix(Nightly.isOn ? verbs.count : 2) {
        let (status, states) = try states(words + verb + ["python3", "shop.py"])
        #expect(states.filter { $0.value != "ok" } == [:], "\(verb)")
        #expect(status == 0)
      }
    }

    /// What drivers do, and the rule that it breaks; of each rule one first.
    private static let faults = [
      ("rubbish", "step"), ("two-replies", "output"), ("wrong-version", "protocol"),
      ("no-cost", "cost"), ("no-bye", "bye"), ("mute", "hello"), ("fails-at-the-end", "exit"),
      ("late-line", "output"), ("too-much-cpu", "cost"), ("too-much-time", "cost"),
      ("talks-on", "output"), ("refuses-to-end", "bye"), ("dies-at-the-end", "exit"),
      ("half-a-line", "step"), ("deaf", "step"), ("lingers", "exit"),
    ]

    @Test(arguments: faults.prefix(Nightly.isOn ? faults.count : 7))
    func `driver check names the rule that a driver breaks`(_ how: String, _ rule: String) throws {
      let (status, states) = try states(
        ["--verb", "count", "--time-limit", "5 s", BuiltProducts.testDriver, "--misbehave", how])
      #expect(status == 3)
      #expect(states[rule] == "failed", "\(states)")
    }

    @Test func `rules that can't be tried after a broken one are marked as not tried`() throws {
      let completion = try shell.rehearse("driver", "check", "sh", "-c", "echo hello; read line")
      #expect(completion.status == 3)
      #expect(
        completion.output.hasPrefix(
          """
          ok         The program starts.
          not tried  It answers 'hello' within the time limit.
          """), "\(completion.output)")
      #expect(
        completion.output.contains(
          "failed     It writes nothing but replies to its standard output."))
      #expect(completion.output.hasSuffix("15 rules: 1 ok, 1 failed, 13 not tried\n"))
    }

    @Test(arguments: ["--help", "-h"])
    func `a word for help shows the help and does not count as a driver`(_ word: String) throws {
      let help = try shell.rehearse("driver", "check", word)
      #expect(help.status == 0 && help.output.contains("USAGE: rehearse driver check"), "\(help)")
    }

    @Test func `a driver that works on after its reply breaks the rule to be idle`() throws {
      try requirePython()
      try shell.folder.add(
        "busy.py",
        """
        import json, sys, threading
        cost = {"wall_ns": 1, "cpu_ns": 1}
        def work():
            while True: pass
        for line in sys.stdin:
            request = json.loads(line)
            reply = {"ok": True}
            if request["request"] == "hello": reply |= {"protocol": 1, "verbs": ["go"]}
            if request["request"] == "step":
                if request["verb"] != "go":
                    reply = {"ok": False, "error": {"code": "unknown-verb", "message": "no"}}
                else:
                    reply |= {"cost": cost, "outcome": {"count": 1}, "digest": str(id(reply))}
                threading.Thread(target=work, daemon=True).start()
            print(json.dumps(reply), flush=True)
            if request["request"] == "bye": break
        """)
      let unkept = try unkept(["python3", "busy.py"])
      #expect(unkept["idle"] == "failed" && unkept["outcome"] == nil, "\(unkept)")
    }

    @Test func `a digest that differs in another process is reported`() throws {
      try requirePython()
      try FileManager.default.copyItem(
        atPath: Repository.path("Kits/python/rehearse_driver.py"),
        toPath: shell.folder["rehearse_driver.py"].string)
      try shell.folder.add(
        "pid.py",
        """
        import os, rehearse_driver as rehearse
        @rehearse.verb
        def pid(): return rehearse.Outcome({"count": 1}, digest=os.getpid())
        rehearse.serve()
        """)
      let completion = try shell.rehearse("driver", "check", "--verb", "pid", "python3", "pid.py")
      #expect(completion.status == 3)
      #expect(completion.output.contains("The step 'pid' led to the digest "))
      #expect(completion.output.hasSuffix("15 rules: 13 ok, 2 failed, 0 not tried\n"))
    }

    @Test
    func `with a scenario, driver check tries the steps of a story and checks their outcomes`()
      throws
    {
      try shell.addScenario(
        stories: """
          { good: \(Shell.counting), \
          bad: { steps: [{ count: { to: 3 }, expect: { count: 4 } }] } }
          """)
      #expect(try shell.rehearse("driver", "check", "--scenario", "s.yml").status == 0)
      let bad = try shell.rehearse("driver", "check", "--scenario", "s.yml", "--story", "bad")
      #expect(bad.status == 3)
      #expect(bad.output.contains("The step 'count to=3': expected count 4, found 3"))
    }

    @Test func `services start as for the named build, also beside a driver that is named itself`()
      throws
    {
      let driver = BuiltProducts.testDriver
      func build(_ mode: String) -> String {
        "{ command: [\"\(driver)\"], variables: { mode: \"\(mode)\" } }"
      }
      try shell.folder.add(
        "s.yml",
        """
        scenario: sample
        builds: { a: \(build("--answer")), b: \(build("--serve")) }
        services: { server: { command: ["\(driver)", "${mode}", "${port}"] } }
        stories: { s: { steps: [{ ask: { for: compute 3 }, expect: { answer: "3" } }] } }
        """)
      let words = ["driver", "check", "--scenario", "s.yml", "--build"]
      for more in [["b"], ["b", driver]] {
        let check = try shell.rehearse(words + more)
        #expect(check.status == 0, "\(more): \(check)")
      }
      let unknown = try shell.rehearse(words + ["c", driver])
      #expect(unknown.status == 64)
      #expect(unknown.errors == "Error: s.yml has no build 'c'; it has a, b.\n")
    }

    @Test func `a scenario of commands has no driver to check`() throws {
      try shell.folder.add(
        "s.yml",
        """
        scenario: sample
        builds: { a: { variables: { n: "3" } } }
        stories: { s: { steps: [{ run: [seq, "${n}"] }] } }
        """)
      let check = try shell.rehearse("driver", "check", "--scenario", "s.yml")
      #expect(check.status == 64 && check.output == "")
      #expect(
        check.errors
          == "Error: s.yml has no driver to check: Rehearse carries out its steps. 'rehearse validate --try' replays "
          + "them.\n")
    }

    @Test
    func
      `a refused step breaks only one rule, and for a silent driver the report asks whether it flushes`()
      throws
    {
      try requirePython()
      let refused = try unkept(["--verb", "count", BuiltProducts.testDriver])
      #expect(refused == ["step": "failed", "cost": "not-tried", "outcome": "not-tried"])
      try shell.folder.add(
        "silent.py",
        """
        import sys
        for line in sys.stdin: print('{"ok":true,"protocol":1}')
        """)
      let silent = try shell.rehearse(
        "driver", "check", "--time-limit", "8 s", "python3", "silent.py")
      #expect(silent.status == 3)
      #expect(silent.output.contains("does it flush its standard output after each reply?"))
    }

    @Test(arguments: [
      (["driver", "check"], "Give a command, as in"),
      (["driver", "check", "--arguments", "{}", "x"], "--arguments needs --verb."),
      (["driver", "check", "--story", "s", "x"], "--story and --build need --scenario."),
      (["driver", "check", "--time-limit", "soon", "x"], "--time-limit is 'soon'; allowed: "),
    ])
    func `wrong usage is refused`(_ words: [String], _ text: String) async throws {
      let completion = try await Shell.refusal(of: words)
      #expect(completion.status == 64 && completion.errors.contains(text), "\(completion)")
    }

    @Test func `arguments that are no mapping are refused with their position`() throws {
      let completion = try shell.rehearse(
        "driver", "check", "--verb", "x", "--arguments", "[1]", "true")
      #expect(completion.status == 1)
      #expect(
        completion.errors == "Error: --arguments:1:1: the text is a list; allowed: a mapping.\n")
    }
  }
}
