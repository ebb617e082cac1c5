import Foundation
import Serving
import Testing

@Suite struct RequestReaderTests {
  private func read(_ pieces: String...) -> RequestReader.Progress {
    var reader = RequestReader()
    var progress = RequestReader.Progress.unfinished
    for piece in pieces { progress = reader.add(Array(piece.utf8)) }
    return progress
  }

  private func status(_ text: String) -> Int? {
    guard case .refused(let answer) = read(text) else { return nil }
    return answer.status
  }

  @Test func `a request has its line, the fields that matter and its body`() {
    #expect(
      read(
        "POST /regressions?a=1 HTTP/1.1\r\nHost: localhost:80\r\nX-Other: 1\r\nCookie:  a=b; c=d \r\n",
        "Content-Length: 5\r", "\n\r\nset=", "new")
        == .whole(
          SiteRequest(
            "POST", "/regressions?a=1", fields: ["host": "localhost:80", "cookie": "a=b; c=d"],
            body: Data("set=n".utf8))))
    #expect(read("GET / HTTP/1.0\r\n\r\n") == .whole(SiteRequest("GET", "/")))
  }

  @Test func `a request is unfinished until its last byte has come`() {
    let text = "GET / HTTP/1.1\r\nContent-Length: 2\r\n\r\nab"
    var reader = RequestReader()
    for byte in text.utf8.dropLast() { #expect(reader.add([byte]) == .unfinished) }
    #expect(
      reader.add(Array("b".utf8)) == .whole(SiteRequest("GET", "/", body: Data("ab".utf8))))
  }

  @Test func `a request's head is limited to 16 KiB, in one line or in many`() {
    let start = "GET /"
    let end = " HTTP/1.1\r\n\r\n"
    let most = RequestReader.mostHead - start.utf8.count - end.utf8.count
    let name = String(repeating: "a", count: most)
    #expect(read(start + name + end) == .whole(SiteRequest("GET", "/" + name)))
    #expect(status(start + name + "a" + end) == 431)
    #expect(status(start + String(repeating: "a", count: 20_000)) == 431)
    let fields = String(repeating: "A: 1\r\n", count: 4000)
    #expect(status("GET / HTTP/1.1\r\n" + fields) == 431)
  }

  @Test func `a body that is too large is refused before it has come`() {
    func status(_ length: String) -> Int? {
      self.status("POST / HTTP/1.1\r\nContent-Length: \(length)\r\n\r\n")
    }
    #expect(status("65536") == nil)
    #expect(status("65537") == 413)
    #expect(status("99999999999999999999999999") == 413)
    #expect(status("-1") == 400)
    #expect(status("+1") == 400)
    #expect(status("") == 400)
  }

  @Test(arguments: [
    ("GET /\r\n\r\n", 400), ("\r\n\r\n", 400), ("GET /  HTTP/1.1\r\n\r\n", 400),
    ("GET / HTTP/2\r\n\r\n", 400), ("GET / HTTP/1.1\r\nno colon\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\n folded: 1\r\n\r\n", 400), ("GET / HTTP/1.1\nHost: a\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nContent-Length: 0\r\nContent-Length: 1\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 411),
  ])
  func `an ambiguous or malformed request is refused`(_ text: String, _ expected: Int) {
    #expect(status(text) == expected)
  }
}
