import AppExchange
import AppStorage
import Foundation
import GRDB
import NoteExchange
import NoteServing
import SecretKeeping
import SeededRandom
import Synchronization
import TestSupport

@testable import FieldNotes

/// One server and the stores of its users, in a folder of the test's own.
struct NoteWorld {
  let folder: ScratchFolder
  let server: NoteServer

  init() throws {
    folder = try ScratchFolder()
    server = try NoteServer(
      path: folder.file("server.sqlite"), accounts: Accounts("alice:secret,bob:hidden"),
      durability: .appCrash)
  }

  func phone(_ name: String, _ user: Credentials = .alice) throws -> Phone {
    let book = try NoteBook(path: folder.file("\(name).sqlite"), durability: .appCrash)
    let line = Line(server)
    let synchroniser = Synchroniser(book, by: line, server: "the server", credentials: user)
    return Phone(book: book, line: line, synchroniser: synchroniser)
  }
}

/// A store and its way to the server.
struct Phone {
  let book: NoteBook
  let line: Line
  let synchroniser: Synchroniser

  @discardableResult
  func sync() throws(NoteError) -> SyncReport { try synchroniser.run() }

  /// Names and bodies of all notes, by name.
  func texts() throws -> [String] {
    try book.notes(by: .name).map { "\($0.name): \(try book.note($0.id).content.body ?? "-")" }
  }
}

extension Credentials {
  static let alice = Credentials(user: "alice", secret: "secret")
}

/// A way to a server that breaks when it is told to.
final class Line: ExchangeRoute {
  enum Fault { case none, offline, losesAnswers }
  private struct State {
    var fault = Fault.none
    var asked: [String] = []
    var meanwhile: (@Sendable (ExchangeRequest) -> Void)?
  }

  private let server: any ExchangeRoute
  private let state = Mutex(State())

  init(_ server: any ExchangeRoute) { self.server = server }

  /// Which answers are lost: those of pushes, for a pull changes nothing there.
  func breaks(_ fault: Fault) { state.withLock { $0.fault = fault } }

  /// What happens between the server's work and its answer.
  func meanwhile(_ body: (@Sendable (ExchangeRequest) -> Void)?) {
    state.withLock { $0.meanwhile = body }
  }

  /// The requests so far, without their parameters.
  var asked: [String] { state.withLock { $0.asked } }

  func answer(to request: ExchangeRequest) throws(ExchangeFailure) -> ExchangeResponse {
    let state = state.withLock { state in
      state.asked.append("\(request.method) \(request.target.prefix { $0 != "?" })")
      return state
    }
    if state.fault == .offline { throw .notReached(reason: "the test is offline") }
    let response = try server.answer(to: request)
    state.meanwhile?(request)
    if state.fault == .losesAnswers, request.method == "POST" {
      throw .cutOff(reason: "the test has lost the answer")
    }
    return response
  }
}

/// The error a call throws; nil when it throws none.
func refusal(_ body: () throws(NoteError) -> some Any) -> NoteError? {
  do {
    _ = try body()
    return nil
  } catch {
    return error
  }
}

extension NoteBook {
  @discardableResult
  func texts(_ count: Int, _ prefix: String) throws -> [NoteID] {
    try (0..<count).map { try add(.text("\(prefix) \($0)")) }
  }

  func execute(_ sql: String) throws {
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
  }
}
