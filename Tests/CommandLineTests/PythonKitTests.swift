import Foundation
import SystemPackage
import TestSupport
import Testing

/// The kit for Python, by the lines that it answers.
@Suite struct PythonKitTests: KitTests {
  /// An app with a verb of each kind.
  static let shop = """
    import asyncio
    import rehearse_driver as rehearse

    class SoldOut(Exception):
        pass

    @rehearse.fixture
    def counter(directory, start=0):
        return [start]

    @rehearse.verb
    def add(counter, amount):
        counter[0] += amount
        print("this is no reply")
        return {"added": amount}

    @rehearse.verb
    def total(counter):
        counter[0] += 1
        return {"total": counter[0]}

    @rehearse.verb
    async def later(counter):
        await asyncio.sleep(0)
        return True

    @rehearse.verb
    def many(counter, n):
        for number in range(n):
            yield {"number": number}

    @rehearse.verb(name="tags")
    def all_tags(counter):
        return {"b", "a", "c"}

    @rehearse.verb
    def part(counter):
        bytearray(64 << 20)
        with rehearse.measured():
            return 5

    @rehearse.verb
    def refuse(counter):
        raise SoldOut("There is no more.")

    @rehearse.verb
    def place(counter):
        return rehearse.Outcome({"count": 1}, digest=object())

    @rehearse.verb
    def unfit(counter):
        return {"items": [{"a": 1}]}

    class Order:
        def __init__(self, price):
            self.price = price

        def __iter__(self):
            return iter([1])

    class Table:
        def __init__(self, count):
            self._columns = {"count": [count]}

        def __iter__(self):
            return iter(self._columns)

        def keys(self):
            return list(self._columns)

        def items(self):
            return self._columns.items()

    class Loan:
        def __init__(self, borrower):
            self.borrower = borrower

        def __str__(self):
            return "a loan"

    class Rows:
        def __init__(self, names):
            self._names = names

        def keys(self):
            return list(self._names)

        def items(self):
            return [(name, 1) for name in self._names]

    @rehearse.verb
    def order(counter, price):
        return rehearse.Outcome({}, digest=Order(price))

    @rehearse.verb
    def table(counter, count):
        return rehearse.Outcome({}, digest=Table(count))

    @rehearse.verb
    def loan(counter, by):
        return rehearse.Outcome({}, digest=Loan(by))

    class Slotted(Loan):
        __slots__ = ("by",)

        def __init__(self, by):
            self.by = by

    class Page(list):
        def __init__(self, by):
            super().__init__([1, 2])
            self.by = by

    class Bare:
        def __init__(self, by):
            self.by = by

    class Hidden(Bare):
        def __init__(self, by):
            self.kind, self._by = "loan", by

    @rehearse.verb
    def fields(counter, kind, by):
        kinds = {"slotted": Slotted, "bare": Bare, "hidden": Hidden}
        return rehearse.Outcome({}, digest=[kinds[kind](by)]) if kind in kinds else Page(by)

    @rehearse.verb
    def rows(counter, names):
        return rehearse.Outcome({}, digest=Rows(names))

    @rehearse.verb
    def read(counter):
        return open(0).read()

    rehearse.serve("shop")
    """

  private let folder: ScratchFolder

  init() throws {
    try requirePython()
    folder = try ScratchFolder()
    try FileManager.default.copyItem(
      atPath: Repository.path("Kits/python/rehearse_driver.py"),
      toPath: folder["rehearse_driver.py"].string)
    try folder.add("shop.py", Self.shop)
  }

  private func replies(_ lines: String..., seed: String = "0") throws -> KitConversation {
    try KitConversation(
      lines, with: "exec python3 shop.py < requests", environment: ["PYTHONHASHSEED": seed],
      in: folder)
  }

  @Test func `the reply to hello has the names of the verbs, and bye ends the driver`() throws {
    let found = try replies(#"{"request":"hello","protocol":1}"#, #"{"request":"bye"}"#)
    #expect(found.replies[0]["protocol"] as? Int == 1)
    #expect(found.replies[0]["driver"] as? String == "shop")
    #expect(
      found.replies[0]["verbs"] as? [String]
        == [
          "add", "total", "later", "many", "tags", "part", "refuse", "place", "unfit", "order",
          "table", "loan", "fields", "rows", "read",
        ])
    #expect(found.replies[1]["ok"] as? Bool == true && found.status == 0)
  }

  @Test func `the driver ends with status 1 if the harness goes away`() throws {
    #expect(try replies().status == 1)
  }

  @Test func `a step has outcome, digest and full cost, and prints go to standard error`() throws {
    let found = try replies(step("add", #"{"amount":2}"#, times: 3))
    let reply = found.replies[0]
    #expect(reply["outcome"] as? [String: Int] == ["added": 2])
    #expect((reply["digest"] as? String)?.count == 16)
    let cost = try #require(reply["cost"] as? [String: Int])
    #expect(
      Set(cost.keys) == [
        "wall_ns", "cpu_ns", "user_us", "system_us", "minor_faults", "major_faults",
        "voluntary_switches", "involuntary_switches",
      ])
    #expect(cost.values.allSatisfy { $0 >= 0 } && cost["cpu_ns"] != 0)
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

  @Test func `the digest of what gives its items one by one covers its fields and values, too`()
    throws
  {
    let found = try replies(
      step("order", #"{"price":2}"#), step("order", #"{"price":99}"#),
      step("table", #"{"count":2}"#), step("table", #"{"count":99}"#),
      step("order", #"{"price":2}"#)
    ).replies.map { $0["digest"] as? String }
    #expect(found.allSatisfy { $0 != nil } && Set(found).count == 4 && found[0] == found[4])
  }

  @Test func `the digest covers fields that an object's text leaves out, and the order of rows`()
    throws
  {
    let found = try replies(
      step("loan", #"{"by":"alice"}"#), step("loan", #"{"by":"bob"}"#),
      step("rows", #"{"names":["a","b"]}"#), step("rows", #"{"names":["b","a"]}"#),
      step("loan", #"{"by":"alice"}"#)
    ).replies.map { $0["digest"] as? String }
    #expect(found.allSatisfy { $0 != nil } && Set(found).count == 4 && found[0] == found[4])
  }

  @Test func `the digest covers fields in slots and of objects that are all public`() throws {
    func fields(_ kind: String, _ by: String) -> String {
      step("fields", "{\"kind\":\"\(kind)\",\"by\":\"\(by)\"}")
    }
    let answers = try replies(
      fields("slotted", "alice"), fields("slotted", "bob"), fields("bare", "alice"),
      fields("bare", "bob"), fields("bare", "alice"), fields("hidden", "alice")
    ).replies
    let found = answers.prefix(5).map { $0["digest"] as? String }
    #expect(found.allSatisfy { $0 != nil } && Set(found).count == 4 && found[2] == found[4])
    // Its private field would be left out.
    #expect(code(answers[5]) == "type-error")
  }

  @Test func `the digest covers fields of a list of the app's own`() throws {
    let found = try replies(
      step("fields", #"{"kind":"page","by":"alice"}"#),
      step("fields", #"{"kind":"page","by":"bob"}"#),
      step("fields", #"{"kind":"page","by":"alice"}"#)
    ).replies
    #expect(found[0]["outcome"] as? [String: Int] == ["count": 2])
    let digests = found.map { $0["digest"] as? String }
    #expect(digests[0] != nil && digests[0] != digests[1] && digests[0] == digests[2])
  }

  @Test func `async functions, generators and sets have stable counts and digests`() throws {
    let lines = [step("later"), step("many", #"{"n":3000}"#), step("tags")]
    let found = try replies(lines[0], lines[1], lines[2], seed: "1").replies
    #expect(found[0]["outcome"] as? [String: Bool] == ["value": true])
    #expect(found[1]["outcome"] as? [String: Int] == ["count": 3000])
    #expect(found[2]["outcome"] as? [String: Int] == ["count": 3])
    let again = try replies(lines[0], lines[1], lines[2], seed: "2").replies
    #expect(found.map { $0["digest"] as? String } == again.map { $0["digest"] as? String })
    let other = try replies(step("many", #"{"n":3001}"#)).replies
    #expect(other[0]["digest"] as? String != found[1]["digest"] as? String)
  }

  @Test func `only the part inside measured() is measured`() throws {
    let cost = try #require(try replies(step("part")).replies[0]["cost"] as? [String: Int])
    // The 64 MiB before it are 16,384 pages.
    #expect(try #require(cost["minor_faults"]) < 8000)
  }

  @Test func `an exception counts as a refusal and has a cost`() throws {
    let reply = try replies(step("refuse", times: 2)).replies[0]
    #expect(reply["ok"] as? Bool == false && reply["cost"] != nil)
    #expect(
      reply["error"] as? [String: String] == [
        "code": "sold-out", "message": "There is no more.",
      ])
  }

  @Test func `outcomes that can't be repeated are refused`() throws {
    let found = try replies(step("total", times: 2), step("place"), step("unfit")).replies
    #expect(code(found[0]) == "unsteady-outcome")
    for reply in found.dropFirst() { #expect(code(reply) == "type-error") }
  }

  @Test func `invalid requests are refused, and the next request is still answered`() throws {
    let found = try replies(
      "rubbish", "[1]", #"{"request":"dance"}"#, step("ad"), step("add"),
      step("add", #"{"amount":2,"more":1}"#),
      #"{"request":"step","verb":"add","arguments":{"amount":2},"repeat":1,"count":true}"#,
      step("add", #"{"amount":2}"#)
    ).replies
    #expect(
      found.map(code) == [
        "bad-request", "bad-request", "bad-request", "unknown-verb", "bad-argument",
        "bad-argument", "not-counted", nil,
      ])
  }

  @Test func `a handicap that would be ignored is refused`() throws {
    let found = try KitConversation(
      [], with: "exec python3 shop.py --handicap 2% < requests", in: folder)
    #expect(found.status == 64 && found.replies.isEmpty)
    #expect(found.errors.contains("has no --handicap"))
  }

  @Test func `a scenario's fixture is refused if the driver has none`() throws {
    try folder.add(
      "shop.py",
      """
      import rehearse_driver as rehearse

      @rehearse.verb
      def count(): return 3

      rehearse.serve()
      """)
    // Before it comes a fixture that starts at 5.
    let prepare = #"{"request":"prepare","fixture":{},"directory":"/tmp"}"#
    let found = try replies(step("count"), prepare, step("count")).replies
    #expect(found.map(code) == ["not-prepared", nil, nil])
  }

  @Test func `the app can't read the driver's requests from standard input`() throws {
    let found = try replies(step("read"), step("later")).replies
    #expect(found[0]["outcome"] as? [String: String] == ["value": ""])
    #expect(found[1]["ok"] as? Bool == true)
  }
}
