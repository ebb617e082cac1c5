import Foundation
@_spi(Reflection) import Swift

/// A type of which one made-up value does not show all that its values become, or of which none can be made up.
protocol Sampled: Encodable {
  /// Values that together show it.
  static func samples() throws -> [Self]
}

/// A value of any type, made up of empty parts.
///
/// Documents can only be encoded, because nobody reads them back, and their initialisers take whole results. So
/// the stored properties of a type are taken from the runtime's descriptions, and a value is put together in
/// memory.
enum MadeUp {
  /// A type of which no value can be made up.
  struct Unknown: Error, CustomStringConvertible {
    let type: String
    var description: String { "no value of \(type) can be made up: make it Sampled" }
  }

  /// The runtime only tells the kind of a property's type.
  private struct Whole<Value> {
    let value: Value
  }

  /// Makes up a value.
  /// - Throws: ``Unknown``.
  static func value<Value>(of type: Value.Type) throws -> Value {
    let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    defer { memory.deallocate() }
    let bytes = UnsafeMutableRawPointer(memory)
    // C's structs may have no description, and are zero.
    bytes.initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<Value>.size)
    try putProperties(of: Whole<Value>.self, at: bytes)
    return memory.move()
  }

  private static func putProperties(of type: Any.Type, at memory: UnsafeMutableRawPointer) throws {
    var failure: (any Error)?
    _forEachField(of: type) { _, offset, type, kind in
      do {
        try put(type, at: memory + offset, isStruct: kind == .struct)
      } catch {
        failure = error
      }
      return failure == nil
    }
    if let failure { throw failure }
  }

  private static func put(
    _ type: Any.Type, at memory: UnsafeMutableRawPointer, isStruct: Bool
  ) throws {
    if let blank = type as? any Blank.Type {
      putBlank(blank, at: memory)
    } else if let sampled = type as? any Sampled.Type {
      try putSample(sampled, at: memory)
    } else if let cases = type as? any CaseIterable.Type {
      try putCase(cases, at: memory)
    } else if isStruct {
      try putProperties(of: type, at: memory)
    } else {
      throw Unknown(type: "\(type)")
    }
  }

  private static func putBlank<Value: Blank>(
    _ type: Value.Type, at memory: UnsafeMutableRawPointer
  ) {
    memory.initializeMemory(as: Value.self, to: Value.blank)
  }

  private static func putSample<Value: Sampled>(
    _ type: Value.Type, at memory: UnsafeMutableRawPointer
  ) throws {
    guard let first = try Value.samples().first else { throw Unknown(type: "\(type)") }
    memory.initializeMemory(as: Value.self, to: first)
  }

  private static func putCase<Value: CaseIterable>(
    _ type: Value.Type, at memory: UnsafeMutableRawPointer
  ) throws {
    guard let first = Value.allCases.first else { throw Unknown(type: "\(type)") }
    memory.initializeMemory(as: Value.self, to: first)
  }
}

/// A type with an empty value.
private protocol Blank {
  static var blank: Self { get }
}

extension Blank where Self: ExpressibleByIntegerLiteral {
  fileprivate static var blank: Self { 0 }
}

extension Int: Blank {}
extension Int32: Blank {}
extension Int64: Blank {}
extension UInt64: Blank {}
extension Double: Blank {}

extension Bool: Blank {
  fileprivate static var blank: Bool { false }
}

extension String: Blank {
  fileprivate static var blank: String { "" }
}

extension Date: Blank {
  fileprivate static var blank: Date { Date(timeIntervalSince1970: 0) }
}

extension Duration: Blank {
  fileprivate static var blank: Duration { .zero }
}

extension Optional: Blank {
  fileprivate static var blank: Wrapped? { nil }
}

extension Array: Blank {
  fileprivate static var blank: [Element] { [] }
}

extension Dictionary: Blank {
  fileprivate static var blank: [Key: Value] { [:] }
}
