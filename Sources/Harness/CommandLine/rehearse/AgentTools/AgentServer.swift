import DriverProtocol
import Foundation
import Glibc
import Running
import Synchronization
import SystemPackage

/// A server of the Model Context Protocol: reads a client's lines, and carries out the calls of tools one after
/// another, because two measurements at once would disturb each other.
final class AgentServer: Sendable {
  private struct Conversation {
    var session: AgentSession
    var calls: [JSONValue: Task<Void, Never>] = [:]
    var last: Task<Void, Never>?
  }

  private let program: FilePath
  private let folder: FilePath
  private let write: @Sendable ([UInt8]) -> Void
  private let conversation: Mutex<Conversation>
  /// Held while a line is written: calls send news while others are answered.
  private let output = Mutex(())

  private static let secondsBetweenNews = 5

  /// A server whose tools are the commands of `program`, in a folder. `write` sends a line, which is given with
  /// its line feed.
  init(
    _ program: FilePath, in folder: FilePath, write: @escaping @Sendable ([UInt8]) -> Void
  ) {
    (self.program, self.folder, self.write) = (program, folder, write)
    conversation = Mutex(Conversation(session: AgentSession(in: folder)))
  }

  /// Answers until the input ends or a stop is asked for. Calls that still run then are interrupted, and their
  /// ends awaited.
  func serve(_ input: FileDescriptor, until interruption: Interruption) async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      // A thread of its own, because it waits for input; one of Foundation, because JSON with many levels needs
      // a usual stack.
      Thread.detachNewThread {
        self.read(input, until: interruption)
        continuation.resume()
      }
    }
    let (calls, last) = conversation.withLock { (Array($0.calls.values), $0.last) }
    for call in calls { call.cancel() }
    await last?.value
  }

  private func read(_ input: FileDescriptor, until interruption: Interruption) {
    var (line, isTooLong): ([UInt8], Bool) = ([], false)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while Self.canRead(input, until: interruption),
      let count = try? chunk.withUnsafeMutableBytes({ try input.read(into: $0) }), count > 0
    {
      for byte in chunk[..<count] {
        if byte == UInt8(ascii: "\n") {
          receive(isTooLong ? nil : line)
          (line, isTooLong) = ([], false)
        } else if line.count < AgentSession.mostBytes {
          line.append(byte)
        } else {
          isTooLong = true
        }
      }
    }
  }

  /// Waits for input, or its end.
  /// - Returns: false if a stop was asked for.
  private static func canRead(_ input: FileDescriptor, until interruption: Interruption) -> Bool {
    var polled = [input, interruption.descriptor].map {
      pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0)
    }
    while poll(&polled, nfds_t(polled.count), -1) < 0 {
      guard errno == EINTR else { return false }
    }
    return polled[1].revents == 0
  }

  private func receive(_ line: [UInt8]?) {
    for effect in conversation.withLock({ $0.session.receive(line) }) {
      switch effect {
      case .send(let message): send(message)
      case .start(let call): start(call)
      case .cancel(let id): conversation.withLock { $0.calls[id] }?.cancel()
      }
    }
  }

  private func send(_ message: JSONValue) {
    // Every value here can be written: numbers that JSON lacks can't have been read.
    let line = ((try? message.bytes) ?? []) + [UInt8(ascii: "\n")]
    output.withLock { _ in write(line) }
  }

  private func start(_ call: AgentSession.Call) {
    conversation.withLock { conversation in
      let previous = conversation.last
      let task = Task {
        await previous?.value
        await self.carryOut(call)
      }
      conversation.calls[call.id] = task
      conversation.last = task
    }
  }

  private func carryOut(_ call: AgentSession.Call) async {
    let latest = LatestLine()
    let news = call.progressToken.map { token in
      Task { await self.report(call, token, latest) }
    }
    let answer = await answer(call, latest)
    news?.cancel()
    // Nothing may follow the reply.
    await news?.value
    conversation.withLock { conversation in
      conversation.session.end(call.id)
      conversation.calls[call.id] = nil
    }
    if let answer, !Task.isCancelled { send(.reply(answer.result, to: call.id)) }
  }

  /// The answer of a tool; nil if the call was cancelled.
  private func answer(_ call: AgentSession.Call, _ latest: LatestLine) async -> ToolAnswer? {
    if Task.isCancelled { return nil }
    do {
      let rehearse = RehearseCall(program: program, words: call.words, folder: folder)
      return ToolAnswer(call.tool, try await rehearse.end { latest.set($0) })
    } catch is CancellationError {
      return nil
    } catch {
      return ToolAnswer(call.tool, CallEnd(status: nil, output: "", messages: ["\(error)"]))
    }
  }

  /// Sends news at once, and then every few seconds: clients give up on calls that they don't hear of.
  private func report(_ call: AgentSession.Call, _ token: JSONValue, _ latest: LatestLine) async {
    let began = ContinuousClock.now
    repeat {
      let seconds = Int((ContinuousClock.now - began) / .seconds(1))
      send(.progress(token, seconds: seconds, latest.text ?? "rehearse \(call.tool.rawValue)"))
      try? await Task.sleep(for: .seconds(Self.secondsBetweenNews))
    } while !Task.isCancelled
  }
}

/// The last line that a call wrote on standard error.
private final class LatestLine: Sendable {
  private let line = Mutex<String?>(nil)

  var text: String? { line.withLock { $0 } }

  func set(_ text: String) { line.withLock { $0 = text } }
}
