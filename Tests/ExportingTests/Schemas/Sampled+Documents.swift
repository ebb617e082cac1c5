import Diagnosing
import DriverProtocol
import Metrics
import Recording

// The enums in documents that are encoded in several ways.

extension Arrangement: Sampled {
  static func samples() -> [Arrangement] {
    [
      .duet(SharedCPU(cpu: 0, slice: nil, tick: 0)), .load(cpu: 0, crowding: nil, in: .realTime),
      .gang(turn: 0, in: .realTime), .backToBack(.scenario, in: .realTime),
      .backToBack(.refused("")),
    ]
  }
}

/// The usual class is left out.
extension Arrangement.SchedulingClass: Sampled {
  static func samples() -> [Arrangement.SchedulingClass] { [.realTime] }
}

extension ErrorBound: Sampled {
  static func samples() -> [ErrorBound] {
    [
      .exact(resolution: 1), .within(1), .withinUnlessGrouped(1), .ticks(nanoseconds: 1),
      .sampled(perSecond: 1), .unknown,
    ]
  }
}

extension Fact: Sampled {
  static func samples() throws -> [Fact] {
    [.known(try MadeUp.value(of: Value.self)), .unknown(reason: "")]
  }
}

/// The schema only says that each is an object.
extension InputRecord.Gap: Sampled {
  static func samples() -> [InputRecord.Gap] { [.cutOff] }
}

extension Probe: Sampled {
  static func samples() -> [Probe] { [.works, .refused(reason: "")] }
}

extension Remedy: Sampled {
  static func samples() -> [Remedy] { [.command(""), .advice(""), .none(reason: "")] }
}

extension Scalar: Sampled {
  static func samples() -> [Scalar] {
    [.bool(true), .integer(1), .number(0.5), .text(""), .list([])]
  }
}
