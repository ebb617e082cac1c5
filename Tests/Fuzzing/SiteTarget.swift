import Analysis
import Dispatch
import Experimenting
import Foundation
import Glibc
import Metrics
import Recording
import Reports
import Serving
import Store
import SystemPackage

/// Requests to the site of a store. An input is one as HTTP writes it: `GET /history?metric=cpu-time`, a line
/// a field, an empty line, and the body.
final class SiteTarget: Sendable {
  static let shared = SiteTarget()

  /// What is to be known; every input could guess it, and only those that have it are let in.
  private static let token = "0123456789abcdef"

  private let authentication = Authentication(
    token: token, port: 80, hosts: ["localhost", "localhost:80"])
  private let empty: StoreSite
  /// With one check that found a regression.
  private let full: StoreSite

  private init() {
    let folder = FilePath("\(NSTemporaryDirectory())/rehearse-fuzz-site-\(getpid())")
    atexit {
      try? FileManager.default.removeItem(
        atPath: "\(NSTemporaryDirectory())/rehearse-fuzz-site-\(getpid())")
    }
    do {
      empty = Self.site(of: try ResultStore(path: folder.appending("empty.sqlite").string), folder)
      let store = try ResultStore(path: folder.appending("full.sqlite").string)
      try Self.addCheck(to: store)
      require(
        try store.regressions().found.map(\.name) == ["1/list/cpu-time"], "no regression")
      full = Self.site(of: store, folder)
    } catch {
      fatalError("no store: \(error)")
    }
  }

  private static func site(of store: ResultStore, _ folder: FilePath) -> StoreSite {
    StoreSite(of: store, in: folder) { experiment in
      let runs = try store.runs(of: experiment.number ?? 0)
      return Report(ExperimentAnalysis(experiment, runs: runs), details: { $0 })
    }
  }

  private static func addCheck(to store: ResultStore) throws {
    var check = Experiment(
      name: "check", title: "Check", source: .replay, scenario: "", startedAt: .distantPast,
      seed: 1,
      rounds: 10, stories: [.init(name: "list", title: "List")],
      builds: [BuildRecord(name: "a", recipe: "a"), BuildRecord(name: "b", recipe: "b")],
      environment: nil, version: "1")
    check.decision = Decision(purpose: .check, baseline: "a", candidate: "b", rule: .standard)
    let number = try store.begin(check).experiment.number ?? 0
    let runs = (1...10).flatMap { round in
      [("a", 1e8), ("b", 1.2e8 + Double(round) * 1e5)].map { build, cost in
        Run(
          kind: .duet, build: build, story: "list", round: round, position: round, pid: 1,
          startedAt: nil, ending: .passed, steps: [], timeline: .empty,
          measurements: [.cpuTime: cost])
      }
    }
    try store.add(runs, to: number)
    try store.complete(number, at: check.startedAt)
  }

  func read(_ input: [UInt8]) -> Bool {
    readBytes(input)
    let request = Self.request(input)
    let path = SitePath(request.target)
    if let path {
      require(
        path.parts.allSatisfy { part in
          !part.hasPrefix(".") && !part.contains("/")
            && part.unicodeScalars.allSatisfy { $0.value >= 0x20 }
        }, "a path of \(path.parts)")
    }
    if let refusal = authentication.refusal(of: request) {
      check(refusal)
      guard refusal.status == 303 else { return false }
      // From the address to the cookie: to the same page of this site, without the token.
      let place = refusal.fields["Location"] ?? ""
      let next = SitePath(place)
      require(
        next?.parts == path?.parts && !place.hasPrefix("//") && next?.query["token"] == nil,
        "\(request.target) leads to \(place)")
      require(path?.query["token"] == Self.token, "let in without the token")
      return true
    }
    let secrets = [request.fields["cookie"], request.fields["authorization"]].compactMap(\.self)
    require(secrets.contains { $0.contains(Self.token) }, "let in without the token")
    let host = request.fields["host"]?.lowercased()
    require(host == "localhost" || host == "localhost:80", "let in by another name: \(request)")
    guard let path else { fatalError("let in to no path") }
    // Reports and histories are drawn by gnuplot, which is no reader of requests.
    let site = ["", "regressions"].contains(path.parts.first) ? full : empty
    check(Self.answer(of: site, to: request, at: path))
    return true
  }

  /// What comes in two pieces is the same request, or refused alike.
  private func readBytes(_ input: [UInt8]) {
    let bytes = Array(
      input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .joined(separator: Array("\r\n".utf8)))
    var (whole, parts) = (RequestReader(), RequestReader())
    let progress = whole.add(bytes)
    let first = parts.add(Array(bytes.prefix(bytes.count / 2)))
    if first == .unfinished {
      let second = parts.add(Array(bytes.dropFirst(bytes.count / 2)))
      require(second == progress, "\(second) in two pieces, \(progress) in one")
    }
    if case .refused(let answer) = progress {
      require([400, 411, 413, 431].contains(answer.status), "\(answer)")
    }
    guard case .whole(let request) = progress else { return }
    require(request.body.count <= Authentication.mostBytes, "a body of \(request.body.count)")
  }

  private func check(_ answer: SiteAnswer) {
    require([200, 303, 400, 401, 403, 404, 405, 413, 421].contains(answer.status), "\(answer)")
    for (name, value) in answer.fields {
      require(
        (name + value).utf8.allSatisfy { (0x20...0x7e).contains($0) }, "the field \(name): \(value)"
      )
    }
  }

  private static func answer(
    of site: StoreSite, to request: SiteRequest, at path: SitePath
  ) -> SiteAnswer {
    let done = DispatchSemaphore(value: 0)
    let answer = Answer()
    Task {
      answer.result = await Result { try await site.answer(to: request, at: path) }
      done.signal()
    }
    done.wait()
    do {
      guard let result = answer.result else { fatalError("no answer") }
      return try result.get()
    } catch {
      fatalError("\(request) fails: \(error)")
    }
  }

  /// Written before the semaphore is signalled, and read after.
  private final class Answer: @unchecked Sendable {
    var result: Result<SiteAnswer, any Error>?
  }

  private static func request(_ input: [UInt8]) -> SiteRequest {
    var lines = input.split(
      separator: UInt8(ascii: "\n"), maxSplits: 12, omittingEmptySubsequences: false)[...]
    let first = (lines.popFirst() ?? []).split(
      separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
    var fields: [String: String] = [:]
    while let line = lines.popFirst(), !line.isEmpty {
      let sides = line.split(separator: UInt8(ascii: ":"), maxSplits: 1)
      let name = String(decoding: sides.first ?? [], as: UTF8.self).lowercased()
      guard SiteRequest.fieldNames.contains(name), sides.count == 2 else { continue }
      fields[name] = String(decoding: sides[1], as: UTF8.self).trimmingCharacters(in: .whitespaces)
    }
    return SiteRequest(
      String(decoding: first.first ?? [], as: UTF8.self),
      String(decoding: first.count > 1 ? first[1] : [], as: UTF8.self), fields: fields,
      body: Data(lines.joined(separator: [UInt8(ascii: "\n")])))
  }
}

extension Result where Failure == any Error, Success: Sendable {
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
