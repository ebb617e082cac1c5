import AppExchange
import AppRequests
import Foundation
import NoteExchange
import ServerTestSupport
import TestSupport
import Testing

@testable import FieldNotes

/// The server's description of itself, and every answer held to it, over HTTP.
@Suite struct OpenAPITests {
  private static let id = "0123456789abcdef0123456789abcdef"
  private static let note = #"{"kind":"text","name":"n","created":0,"tags":["t"],"body":"b"}"#

  @Test func `the API description and the server's answers match in path, status and body`()
    throws
  {
    let folder = try ScratchFolder()
    let server = try ServerProcess(store: folder.file("s.sqlite"), in: folder)
    defer { server.kill() }
    let route = try server.route()
    let text = try route.answer(to: ExchangeRequest("GET", "/openapi.json"))
    let description = try OpenAPIDescription(text.body)
    var answered: Set<String> = []
    func ask(
      _ method: String, _ target: String, _ body: String = "", match: String? = nil,
      noneMatch: String? = nil, as user: Credentials? = .alice
    ) throws -> ExchangeResponse {
      let request = ExchangeRequest(
        method, target, credentials: user, ifMatch: match, ifNoneMatch: noneMatch,
        body: Data(body.utf8))
      let response = try route.answer(to: request)
      let (key, mistakes) = description.mistakes(of: request, response)
      #expect(mistakes == [], "\(method) \(target) \(response.status)")
      if let key { answered.insert(key) }
      return response
    }
    let path = "/notes/\(Self.id)"
    func push(_ edit: Int, _ note: String?, base: Int = 0, device: String = "1") -> String {
      let device = String(repeating: device, count: 32)
      let note = note.map { #","note":\#($0)"# } ?? ""
      return #"{"device":"\#(device)","changes":[{"id":"\#(Self.id)","base":\#(base),"#
        + #""edit":\#(edit)\#(note)}]}"#
    }
    let pull = "/changes?since=0&device=\(String(repeating: "2", count: 32))"
    let blank = Self.note.replacingOccurrences(of: #""n""#, with: #"" ""#)
    for (status, call) in [
      (200, { try ask("GET", "/openapi.json", as: nil) }),
      (404, { try ask("GET", path) }),
      (200, { try ask("POST", "/changes", push(1, Self.note)) }),
      (200, { try ask("POST", "/changes", push(2, blank)) }),
      (
        200,
        { try ask("POST", "/changes", push(1, blank.replacing("b\"}", with: "c\"}"), device: "3")) }
      ),
      (200, { try ask("POST", "/changes", push(1, nil, device: "3")) }),
      (200, { try ask("GET", pull) }),
      (200, { try ask("GET", path) }),
      (304, { try ask("GET", path, noneMatch: "\"1\"") }),
      (412, { try ask("PUT", path, Self.note, match: "\"7\"") }),
      (412, { try ask("PUT", path, Self.note, noneMatch: "*") }),
      (428, { try ask("PUT", path, Self.note) }),
      (422, { try ask("PUT", path, blank, match: "*") }),
      (400, { try ask("PUT", path, "{", match: "*") }),
      (200, { try ask("PUT", path, Self.note, match: "\"1\"") }),
      (412, { try ask("DELETE", path, match: "\"1\"") }),
      (428, { try ask("DELETE", path) }),
      (204, { try ask("DELETE", path, match: "\"2\"") }),
      (404, { try ask("GET", path) }),
      (200, { try ask("GET", pull) }),
      (201, { try ask("PUT", path, Self.note, noneMatch: "*") }),
      (404, { try ask("PUT", "/notes/1", Self.note, noneMatch: "*") }),
      (404, { try ask("DELETE", "/notes/1", match: "*") }),
      (400, { try ask("POST", "/changes", push(0, nil)) }),
      (400, { try ask("POST", "/changes", "[]") }),
      (400, { try ask("GET", "/changes") }),
      (400, { try ask("GET", "/changes?since=-1&device=\(Self.id)") }),
      (401, { try ask("GET", pull, as: nil) }),
      (401, { try ask("POST", "/changes", as: Credentials(user: "alice", secret: "x")) }),
      (401, { try ask("GET", path, as: nil) }), (401, { try ask("PUT", path, as: nil) }),
      (401, { try ask("DELETE", path, as: nil) }),
      (405, { try ask("DELETE", "/changes") }), (405, { try ask("PATCH", path) }),
      (405, { try ask("POST", "/openapi.json") }), (404, { try ask("GET", "/nothing") }),
      (413, { try ask("PUT", path, String(repeating: "x", count: (64 << 20) + 1)) }),
      (413, { try ask("POST", "/changes", String(repeating: "x", count: (64 << 20) + 1)) }),
    ] as [(Int, () throws -> ExchangeResponse)] {
      #expect(try call().status == status)
    }
    // What would need a store that fails under the server.
    let storeFails = ["500", "503", "507"]
    #expect(description.all.filter { !storeFails.contains($0.suffix(3).description) } == answered)
  }

  @Test(arguments: [
    (#"{"error":"a","message":1}"#, ["message is no string"]),
    (#"{"error":"A","message":""}"#, ["error does not match ^[a-z-]+$"]),
    (#"{"error":"a"}"#, ["message is missing"]),
    (#"{"error":"a","message":"","more":1}"#, ["more is not described"]),
  ])
  func `the tests' schema reader finds mistakes`(json: String, mistakes: [String]) throws {
    let description = try OpenAPIDescription(
      Data(
        """
        {"paths": {}, "components": {"schemas": {"Complaint": {"type": "object", "required": \
        ["error", "message"], "additionalProperties": false, "properties": {"error": {"type": \
        "string", "pattern": "^[a-z-]+$"}, "message": {"type": "string"}}}}}}
        """.utf8))
    let value = try JSONSerialization.jsonObject(with: Data(json.utf8))
    #expect(
      description.mistakes(in: value, by: ["$ref": "#/components/schemas/Complaint"]) == mistakes)
  }
}
