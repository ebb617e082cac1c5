import Foundation
import SystemPackage
import TestSupport
import Testing

extension EndToEndTests {
  /// The site of a store, by curl and in Chromium.
  @Suite struct ServeTests {
    private let shell: Shell

    init() throws {
      shell = try Shell()
      try shell.take("Results", of: Self.stored.get())
    }

    /// Two experiments of one scenario, measured once.
    private static let stored = Result { () throws -> Shell in
      let shell = try Shell()
      try shell.addScenario(stories: "{ s: \(Shell.counting) }")
      for _ in 1...2 {
        let run = try shell.rehearse("run", "s.yml", "--no-report")
        try #require(run.status == 0, "\(run.errors)")
      }
      return shell
    }

    private func serve(_ words: String..., environment: [String: String] = [:]) throws
      -> ServerProcess
    {
      try ServerProcess(
        "rehearse",
        ["serve", "--port", "0", "--store", shell.folder["Results/rehearse.sqlite"].string] + words,
        environment: environment, in: shell.folder)
    }

    /// The head and the body of an answer.
    private func answer(_ words: String...) throws -> (head: String, body: String) {
      let done = try Completion.of(["curl", "--silent", "--include", "--path-as-is"] + words)
      try #require(done.status == 0, "\(done)")
      let parts = done.output.split(separator: "\r\n\r\n", maxSplits: 1)
      return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
    }

    @Test func `served reports are the same as written ones`() throws {
      let server = try serve("--token-from", "T", environment: ["T": "0123456789abcdef"])
      let field = "Authorization: Bearer 0123456789abcdef"
      #expect(!server.address.contains("token"))
      let list = try answer("--header", field, server.address)
      #expect(list.head.hasPrefix("HTTP/1.1 200"))
      #expect(list.body.contains("<h1>2 experiments</h1>"))
      #expect(list.body.contains(#"<a href="/experiments/2/">A sample</a>"#))
      let written = try shell.rehearse("report", "2", "--output", "r", "--format", "html")
      #expect(written.status == 0, "\(written)")
      #expect(
        try answer("--header", field, server.address + "experiments/2/").body
          == shell.folder.text(of: "r/report.html"))
      let head = try answer("--header", field, "--head", server.address + "experiments/2/").head
      let size = try shell.folder.text(of: "r/report.html").utf8.count
      #expect(head.contains("Content-Length: \(size)"), "\(head)")
      for path in ["experiments/3/", "experiments/2/../2/", "experiments/2/nothing.csv", "x"] {
        #expect(try answer("--header", field, server.address + path).head.hasPrefix("HTTP/1.1 404"))
      }
      #expect(try answer(server.address).head.hasPrefix("HTTP/1.1 401"))
      let history = try answer("--header", field, server.address + "history?metric=cpu-time").body
      #expect(history.contains("CPU time over 2 experiments"), "\(history)")
      #expect(history.contains("<svg"))
      #expect(server.stop().status == 130)
    }

    /// What axe finds at fault on a page as it was served, in both colour schemes, as wide as a screen and
    /// as a phone.
    private func expectNoViolations(_ html: String) throws {
      let page = try shell.folder.add("page.html", html)
      let script = try Browser.accessibilityProbe()
      let browser = try Browser()
      for (width, scheme) in [(1280, Browser.Scheme.light), (390, .dark)] {
        let found = try browser.probe(page, with: script, width: width, scheme: scheme)
        #expect(found["violations"] as? [String] == [])
        #expect(try #require(found["passes"] as? Int) > 15)
        #expect(try #require(found["overflow"] as? Int) <= 0)
      }
    }

    @Test(.nightly) func `axe finds no accessibility problem on the served pages`() throws {
      try addRegression()
      let server = try serve("--token-from", "T", environment: ["T": "0123456789abcdef"])
      let field = "Authorization: Bearer 0123456789abcdef"
      // The list of regressions waits until all checks are judged; until then the first page reloads itself.
      for path in ["regressions", "", "history?metric=peak-memory"] {
        try expectNoViolations(answer("--header", field, server.address + path).body)
      }
      server.kill()
    }

    @Test func `a regression's state can be set in a browser`() throws {
      try addRegression()
      let server = try serve()
      let browser = try BrowserSession()
      let address = server.address.replacing("/?", with: "/regressions?")
      try browser.open(address)
      // The token is in no history.
      #expect(try browser.value("location.search") as? String == "")
      #expect(
        try browser.value("document.querySelector('h1').textContent") as? String
          == "1 open regression")
      try browser.type("acc", into: "select[name=set]")
      try browser.type("12319999", into: "input[name=until]")
      try browser.loading { try browser.click("form button") }
      #expect(
        try browser.value("document.querySelector('h1').textContent") as? String
          == "0 open regressions")
      #expect(
        try browser.value("document.querySelector('input[name=until]').value") as? String
          == "9999-12-31")
      #expect(
        try browser.value("document.querySelector('main .kicker').textContent") as? String
          == "sample-check · accepted until 9999-12-31")
      #expect(browser.console.isEmpty, "\(browser.console)")
      server.kill()
    }

    @Test func `the printed address lets a browser in`() throws {
      let server = try serve()
      let browser = try Browser()
      let (markup, console) = try browser.open(address: server.address)
      #expect(markup.contains("<h1>2 experiments</h1>"), "\(markup)")
      #expect(console.isEmpty, "\(console)")
      let history = server.address.replacing("/?", with: "/history?metric=peak-memory&")
      let shown = try browser.open(address: history)
      #expect(shown.markup.contains("Peak memory over 2 experiments"))
      #expect(shown.markup.contains(#"<option value="peak-memory" selected="">"#))
      #expect(shown.console.isEmpty, "\(shown.console)")
      server.kill()
    }

    /// Adds a check that finds a regression, as experiment 3.
    private func addRegression() throws {
      try shell.addScenario(
        builds: """
          { a: { command: ["\(BuiltProducts.testDriver)"] }, \
          b: { command: ["\(BuiltProducts.testDriver)"] } }
          """,
        stories: "{ s: \(Shell.counting) }\ngates: [{ metric: peak-memory, at-most: 1 kB }]")
      let check = try shell.rehearse(
        "check", "s.yml", "--pairs", "4", "--memory-runs", "2", "--no-control", "--no-inputs")
      #expect(check.status == 2, "\(check)")
    }

    @Test func `a posted form sets the state of a regression, and a wrong one is refused`() throws {
      try addRegression()
      let server = try serve("--token-from", "T", environment: ["T": "0123456789abcdef"])
      let field = "Authorization: Bearer 0123456789abcdef"
      let page = server.address + "regressions"
      #expect(
        try answer("--header", field, page).body.contains("<h1>1 open regression</h1>"))
      func send(_ form: String) throws -> (head: String, body: String) {
        try answer("--header", field, "--data", form, page)
      }
      let name = "name=3/s/peak-memory"
      for (form, reason) in [
        ("&set=gone", "The state is 'gone'; allowed: new, investigating, accepted."),
        (
          "&set=accepted&until=", "The state accepted needs the last day, a day such as 2027-01-31."
        ),
        ("&set=accepted&until=2001-02-03", "the last day is 2001-02-03, which is over."),
      ] {
        let refused = try send(name + form)
        #expect(
          refused.head.hasPrefix("HTTP/1.1 400") && refused.body == reason + "\n", "\(refused)")
      }
      #expect(try send("name=9/s/peak-memory&set=new").head.hasPrefix("HTTP/1.1 404"))
      #expect(
        try send(name + "&set=accepted&until=9999-12-31").head.contains(
          "Location: /regressions\r\n"))
      let accepted = try answer("--header", field, page).body
      #expect(accepted.contains("<h1>0 open regressions</h1>"))
      #expect(accepted.contains("accepted until 9999-12-31"))
      let list = try shell.rehearse("regressions", "--all")
      #expect(list.output.contains("accepted until 9999-12-31"), "\(list)")
      #expect(server.stop().status == 130)
    }

    @Test func `wrong addresses, short tokens and used ports are refused`() throws {
      let wrong = try shell.rehearse("serve", "--address", "localhost")
      #expect(
        wrong.errors
          == "Error: 'localhost' is not an address; allowed: one in numbers, such as 127.0.0.1 or ::1.\n"
      )
      let short = try shell.rehearse("serve", "--token-from", "T", environment: ["T": "short"])
      #expect(short.status == 64)
      let first = try serve()
      let port = try #require(URL(string: first.address)?.port)
      let second = try shell.rehearse("serve", "--port", "\(port)")
      #expect(second.status == 1)
      #expect(second.errors.hasPrefix("Error: 127.0.0.1:\(port) can't be used: "), "\(second)")
      first.kill()
    }
  }
}
