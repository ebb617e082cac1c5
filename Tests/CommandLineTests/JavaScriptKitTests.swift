import Foundation
import SystemPackage
import TestSupport
import Testing

/// The kit for JavaScript, by the lines that it answers.
@Suite(.enabled(if: NodeProgram.isInstalled, "\(NodeProgram.absence)"))
struct JavaScriptKitTests: KitTests {
  /// An app with a verb of each kind.
  static let shop = """
    import { spawnSync } from "node:child_process";
    import { readFileSync } from "node:fs";
    import { Readable } from "node:stream";
    import { setTimeout as sleep } from "node:timers/promises";
    import * as rehearse from "./rehearse-driver.mjs";

    class SoldOut extends Error {}
    class Loan { constructor(device) { this.device = device; this.at = new Date(0); } }

    rehearse.fixture(["start?"], async (directory, { start = 0 }) => [start]);
    rehearse.verb("add", ["amount"], (counter, { amount }) => {
      counter[0] += amount;
      console.log("this is no reply");
      return { added: amount };
    });
    rehearse.verb("total", (counter) => { counter[0] += 1; return { total: counter[0] }; });
    rehearse.verb("later", async () => { await sleep(10); return true; });
    rehearse.verb("many", ["n"], function* (counter, { n }) {
      for (let number = 0; number < n; number += 1) yield { number };
    });
    rehearse.verb("stream", ["n"], async function* (counter, { n }) {
      for (let number = 0; number < n; number += 1) yield { number };
    });
    rehearse.verb("tags", ["names"], (counter, { names }) => new Set(names));
    rehearse.verb("table", ["names"], (counter, { names }) => new Map(names.map((n) => [n, { n }])));
    rehearse.verb("loan", ["device"], (counter, { device }) => new Loan(device));
    class Order {
      constructor(price) { this.price = price; }
      *[Symbol.iterator]() { yield 1; }
    }
    rehearse.verb("order", ["price"], (counter, { price }) => new rehearse.Outcome({}, new Order(price)));
    rehearse.verb("pieces", ["sizes"], (counter, { sizes }) => {
      const left = sizes.map((size) => Buffer.alloc(size, 1));
      return new Readable({ highWaterMark: 0, read() { this.push(left.shift() ?? null); } });
    });
    class Page extends Array {}
    class Index extends Map {}
    rehearse.verb("page", ["total"], (counter, { total }) => Object.assign(new Page(1, 2), { total }));
    rehearse.verb("index", ["total"], (counter, { total }) => Object.assign(new Index([["a", 1]]), { total }));
    rehearse.verb("dropped", async () => { rehearse.measured(async () => await sleep(1)); return 5; });
    rehearse.verb("part", async () => {
      Buffer.alloc(64 << 20, 1);
      return rehearse.measured(async () => 5);
    });
    rehearse.verb("refuse", () => { throw new SoldOut("There is no more."); });
    rehearse.verb("missing", () => readFileSync("/does/not/exist"));
    rehearse.verb("hidden", () => new rehearse.Outcome({ count: 1 }, new WeakMap()));
    rehearse.verb("unfit", () => ({ items: [{ a: 1 }] }));
    rehearse.verb("read", () => readFileSync(0, "utf8"));
    rehearse.verb("child", () => spawnSync("echo", ["no reply either"], { stdio: "inherit" }).status);

    rehearse.serve("shop");
    """

  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try Self.add(to: folder)
  }

  /// Adds the app's driver and the kit.
  static func add(to folder: ScratchFolder) throws {
    try FileManager.default.copyItem(
      atPath: Repository.path("Kits/javascript/rehearse-driver.mjs"),
      toPath: folder["rehearse-driver.mjs"].string)
    try folder.add("shop.mjs", shop)
  }

  private func replies(_ lines: String..., options: String = "") throws -> KitConversation {
    // A pipe whose writer may have gone already.
    try KitConversation(lines, with: "cat requests | node \(options) shop.mjs", in: folder)
  }

  private func digests(_ replies: [[String: Any]]) -> [String?] {
    replies.map { $0["digest"] as? String }
  }

  @Test func `the reply to hello has the names of the verbs, and bye ends the driver`() throws {
    let found = try replies(#"{"request":"hello","protocol":1}"#, #"{"request":"bye"}"#)
    #expect(found.replies[0]["protocol"] as? Int == 1)
    #expect(found.replies[0]["driver"] as? String == "shop")
    #expect(
      found.replies[0]["verbs"] as? [String] == [
        "add", "total", "later", "many", "stream", "tags", "table", "loan", "order", "pieces",
        "page", "index", "dropped", "part", "refuse", "missing", "hidden", "unfit", "read", "child",
      ])
    #expect(found.replies[0]["counts"] as? [String] == [])
    #expect(found.replies[1]["ok"] as? Bool == true && found.status == 0)
  }

  @Test func `the driver ends with status 1 if the harness goes away`() throws {
    #expect(try replies().status == 1)
  }

  @Test func `a step has outcome, digest and full cost, and prints go to standard error`() throws {
    let found = try replies(step("add", #"{"amount":2}"#, times: 3))
    let reply = found.replies[0]
    #expect(reply["outcome"] as? [String: Int] == ["added": 2])
    // SHA-256 of {"added":2} and null, three times.
    #expect(reply["digest"] as? String == "2721ecd0057bc747")
    let cost = try #require(reply["cost"] as? [String: Int])
    #expect(
      Set(cost.keys) == [
        "wall_ns", "cpu_ns", "user_us", "system_us", "minor_faults", "major_faults",
        "voluntary_switches", "involuntary_switches",
      ])
    #expect(cost.values.allSatisfy { $0 >= 0 } && cost["cpu_ns"] != 0)
    #expect(cost["cpu_ns"] == ((cost["user_us"] ?? 0) + (cost["system_us"] ?? 0)) * 1000)
    #expect(found.errors == String(repeating: "this is no reply\n", count: 3))
  }

  @Test func `each repetition has its elapsed time if that is asked for`() throws {
    let request = step("add", #"{"amount":2}"#, times: 12)
    let found = try replies(request, String(request.dropLast()) + #","elapsed":true}"#).replies
    #expect(found[0]["elapsed"] == nil)
    let times = try #require(found[1]["elapsed"] as? String).split(separator: " ")
    let cost = try #require(found[1]["cost"] as? [String: Int])
    #expect(times.count == 12 && times.compactMap { Int($0) }.reduce(0, +) == cost["wall_ns"])
  }

  @Test func `async functions are awaited, and generators and collections are counted`() throws {
    let found = try replies(
      step("later"), step("many", #"{"n":3000}"#), step("stream", #"{"n":3000}"#),
      step("tags", #"{"names":["b","a"]}"#), step("loan", #"{"device":1}"#)
    ).replies
    #expect(found[0]["outcome"] as? [String: Bool] == ["value": true])
    let wall = try #require((found[0]["cost"] as? [String: Int])?["wall_ns"])
    #expect(wall >= 8_000_000)
    #expect(found[1]["outcome"] as? [String: Int] == ["count": 3000])
    #expect(found[2]["outcome"] as? [String: Int] == ["count": 3000])
    #expect(found[1]["digest"] as? String == found[2]["digest"] as? String)
    #expect(found[3]["outcome"] as? [String: Int] == ["count": 2])
    #expect(found[4]["outcome"] as? [String: Bool] == ["done": true])
  }

  @Test func `digests depend on contents, not on the order of sets and maps or on the process`()
    throws
  {
    func digests(_ names: String, device: Int, count: Int, seed: Int) throws -> [String?] {
      let found = try replies(
        step("tags", "{\"names\":\(names)}"), step("table", "{\"names\":\(names)}"),
        step("loan", "{\"device\":\(device)}"), step("many", "{\"n\":\(count)}"),
        options: "--hash-seed=\(seed)")
      return self.digests(found.replies)
    }
    let one = try digests(#"["a","b"]"#, device: 1, count: 3000, seed: 1)
    #expect(one.allSatisfy { $0 != nil })
    #expect(try digests(#"["b","a"]"#, device: 1, count: 3000, seed: 2) == one)
    let other = try digests(#"["a","c"]"#, device: 2, count: 3001, seed: 1)
    #expect(zip(one, other).allSatisfy { $0 != $1 })
  }

  @Test func `the digest of what gives its items one by one covers its fields, too`() throws {
    let found = try replies(
      step("order", #"{"price":2}"#), step("order", #"{"price":99}"#),
      step("order", #"{"price":2}"#))
    let digests = digests(found.replies)
    #expect(digests[0] != nil && digests[0] != digests[1] && digests[0] == digests[2])
  }

  @Test func `the digest of a list or a map of the app's own covers its fields, too`() throws {
    let found = try replies(
      step("page", #"{"total":2}"#), step("page", #"{"total":99}"#),
      step("index", #"{"total":2}"#), step("index", #"{"total":99}"#),
      step("page", #"{"total":2}"#))
    #expect(found.replies[0]["outcome"] as? [String: Int] == ["count": 2])
    let digests = digests(found.replies)
    #expect(digests.allSatisfy { $0 != nil } && Set(digests).count == 4 && digests[0] == digests[4])
  }

  @Test func `a stream of bytes is the same wherever its pieces end`() throws {
    let found = try replies(
      step("pieces", #"{"sizes":[1,2,3]}"#), step("pieces", #"{"sizes":[6]}"#),
      step("pieces", #"{"sizes":[7]}"#)
    ).replies
    #expect(found.map { ($0["outcome"] as? [String: Int])?["count"] } == [6, 6, 7])
    let digests = digests(found)
    #expect(digests[0] != nil && digests[0] == digests[1] && digests[1] != digests[2])
  }

  @Test func `a handicap that would be ignored is refused`() throws {
    let found = try KitConversation(
      [], with: "node shop.mjs --handicap=2% < requests", in: folder)
    #expect(found.status == 64 && found.replies.isEmpty)
    #expect(found.errors.contains("has no --handicap"))
  }

  @Test func `a measured part that goes on after its verb is refused`() throws {
    #expect(try replies(step("dropped")).replies.map(code) == ["not-awaited"])
  }

  @Test func `only the part inside measured() is measured`() throws {
    let cost = try #require(try replies(step("part")).replies[0]["cost"] as? [String: Int])
    // The 64 MiB before it are 16,384 pages.
    #expect(try #require(cost["minor_faults"]) < 8000)
  }

  @Test func `an error counts as a refusal and has a cost`() throws {
    let found = try replies(step("refuse", times: 2), step("missing")).replies
    #expect(found[0]["ok"] as? Bool == false && found[0]["cost"] != nil)
    #expect(
      found[0]["error"] as? [String: String] == [
        "code": "sold-out", "message": "There is no more.",
      ])
    #expect(code(found[1]) == "enoent")
  }

  @Test func `outcomes that can't be repeated are refused`() throws {
    let found = try replies(step("total", times: 2), step("hidden"), step("unfit"))
    #expect(found.replies.map(code) == ["unsteady-outcome", "type-error", "type-error"])
    #expect(found.errors.contains("TypeError: the fact 'items' is a list with other values"))
  }

  @Test func `invalid requests are refused, and the next request is still answered`() throws {
    let found = try replies(
      "rubbish", "[1]", "null", #"{"request":"dance"}"#, step("ad"), step("add"),
      step("add", #"{"amount":2,"more":1}"#),
      #"{"request":"step","verb":"add","arguments":{"amount":2},"repeat":1,"count":true}"#,
      step("add", #"{"amount":2}"#)
    ).replies
    #expect(
      found.map(code) == [
        "bad-request", "bad-request", "bad-request", "bad-request", "unknown-verb", "bad-argument",
        "bad-argument", "not-counted", nil,
      ])
  }

  @Test func `a scenario's fixture is refused if the driver has none`() throws {
    try folder.add(
      "shop.mjs",
      """
      import * as rehearse from "./rehearse-driver.mjs";
      rehearse.verb("count", () => 3);
      rehearse.serve();
      """)
    // Before it comes a fixture that starts at 5.
    let prepare = #"{"request":"prepare","fixture":{},"directory":"/tmp"}"#
    let found = try replies(step("count"), prepare, step("count")).replies
    #expect(found.map(code) == ["not-prepared", nil, nil])
  }

  @Test func `neither the app nor its children can read requests or write replies`() throws {
    let found = try replies(step("read"), step("child"), step("later"))
    #expect(found.replies[0]["outcome"] as? [String: String] == ["value": ""])
    #expect(found.replies[1]["outcome"] as? [String: Int] == ["value": 0])
    #expect(found.replies[2]["ok"] as? Bool == true)
    #expect(found.errors == "no reply either\n")
  }
}

extension EndToEndTests {
  @Suite(.enabled(if: NodeProgram.isInstalled, "\(NodeProgram.absence)"))
  struct JavaScriptDriverTests {
    private let shell: Shell

    init() throws { shell = try Shell() }

    private static let verbs = [
      ["add", "--arguments", "{ amount: 2 }"], ["later"],
      ["stream", "--arguments", "{ n: 3000 }"], ["tags", "--arguments", "{ names: [b, a] }"],
    ]

    @Test(arguments: verbs.prefix(Nightly.isOn ? verbs.count : 2))
    func `a driver made with the kit for JavaScript keeps every rule`(_ verb: [String]) throws {
      try JavaScriptKitTests.add(to: shell.folder)
      let check = try shell.rehearse(
        ["driver", "check", "--fixture", "{ start: 5 }", "--verb"] + verb + ["node", "shop.mjs"])
      #expect(check.status == 0, "\(check.output)")
      #expect(check.output.contains("15 rules: 15 ok, 0 failed, 0 not tried\n"))
    }

    @Test func `the kit's example keeps every rule, and its outcomes are as expected`() throws {
      let example = Repository.path("Kits/javascript/example/counter.yml")
      let check = try shell.rehearse("driver", "check", "--scenario", example)
      #expect(check.status == 0, "\(check.output)")
    }

    @Test func `init writes a story for a JavaScript project that runs`() throws {
      try shell.folder.add(
        "package.json",
        #"{ "name": "@us/shop", "type": "module", "exports": { ".": { "import": "./lib/shop.js" } } }"#
      )
      try shell.folder.add("lib/shop.js", "export const orders = [];\n")
      let made = try shell.rehearse("init")
      #expect(made.status == 0, "\(made)")
      #expect(
        shell.folder.files == [
          "Performance/.gitignore", "Performance/driver.mjs", "Performance/rehearse-driver.mjs",
          "Performance/us-shop.yml", "lib/shop.js", "package.json",
        ])
      #expect(made.output.contains("recorded  start: import → { module: "), "\(made)")
    }
  }
}
