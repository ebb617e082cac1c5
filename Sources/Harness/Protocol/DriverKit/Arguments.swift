import DriverProtocol

/// A step's arguments, or a fixture's settings, read by name and type.
public struct Arguments: Sendable {
  /// All of them, by name.
  public let values: [String: Scalar]

  /// Wraps the values of a request.
  public init(_ values: [String: Scalar]) { self.values = values }

  /// The given names.
  public var names: [String] { values.keys.sorted() }

  /// Text, or another scalar as text.
  /// - Throws: ``ArgumentError/missing(name:)``.
  public func text(_ name: String) throws(ArgumentError) -> String {
    guard let value = values[name] else { throw .missing(name: name) }
    return value.description
  }

  /// Text, or `fallback` if the name was not given.
  public func text(_ name: String, default fallback: String) -> String {
    values[name]?.description ?? fallback
  }

  /// A whole number.
  /// - Throws: ``ArgumentError/missing(name:)``, ``ArgumentError/wrongType(name:wanted:found:)``.
  public func integer(_ name: String) throws(ArgumentError) -> Int { try value(name) }

  /// A whole number, or `fallback` if the name was not given.
  /// - Throws: ``ArgumentError/wrongType(name:wanted:found:)``.
  public func integer(_ name: String, default fallback: Int) throws(ArgumentError) -> Int {
    values[name] == nil ? fallback : try value(name)
  }

  /// A number, with or without a fraction.
  /// - Throws: ``ArgumentError/missing(name:)``, ``ArgumentError/wrongType(name:wanted:found:)``.
  public func number(_ name: String) throws(ArgumentError) -> Double { try value(name) }

  /// A number, or `fallback` if the name was not given.
  /// - Throws: ``ArgumentError/wrongType(name:wanted:found:)``.
  public func number(_ name: String, default fallback: Double) throws(ArgumentError) -> Double {
    values[name] == nil ? fallback : try value(name)
  }

  /// True or false.
  /// - Throws: ``ArgumentError/missing(name:)``, ``ArgumentError/wrongType(name:wanted:found:)``.
  public func boolean(_ name: String) throws(ArgumentError) -> Bool { try value(name) }

  /// True or false, or `fallback` if the name was not given.
  /// - Throws: ``ArgumentError/wrongType(name:wanted:found:)``.
  public func boolean(_ name: String, default fallback: Bool) throws(ArgumentError) -> Bool {
    values[name] == nil ? fallback : try value(name)
  }

  /// A list of texts, numbers or truth values, all of one type: `try list("ids", of: Int.self)`.
  /// - Throws: ``ArgumentError/missing(name:)``, ``ArgumentError/wrongType(name:wanted:found:)``.
  public func list<Element: ScalarValue>(
    _ name: String, of type: Element.Type
  ) throws(ArgumentError) -> [Element] {
    guard let value = values[name] else { throw .missing(name: name) }
    let wrongType = ArgumentError.wrongType(
      name: name, wanted: "a list of \(Element.scalarKinds)", found: value.description)
    guard case .list(let scalars) = value else { throw wrongType }
    return try scalars.map { scalar throws(ArgumentError) in
      guard let element = Element(scalar: scalar) else { throw wrongType }
      return element
    }
  }

  /// A list, or `fallback` if the name was not given.
  /// - Throws: ``ArgumentError/wrongType(name:wanted:found:)``.
  public func list<Element: ScalarValue>(
    _ name: String, of type: Element.Type, default fallback: [Element]
  ) throws(ArgumentError) -> [Element] {
    values[name] == nil ? fallback : try list(name, of: type)
  }

  /// One of a set of words.
  /// - Throws: ``ArgumentError/notAllowed(name:found:allowed:)`` with the allowed words.
  public func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String, of type: Choice.Type
  ) throws(ArgumentError) -> Choice where Choice.RawValue == String {
    let word = try text(name)
    guard let choice = Choice(rawValue: word) else {
      throw .notAllowed(name: name, found: word, allowed: Choice.allCases.map(\.rawValue))
    }
    return choice
  }

  /// Refuses names that the verb does not know, so that a typo is not silently ignored.
  /// - Throws: ``ArgumentError/unknown(name:allowed:)``.
  public func allow(_ allowed: [String]) throws(ArgumentError) {
    for name in names where !allowed.contains(name) {
      throw .unknown(name: name, allowed: allowed)
    }
  }

  private func value<Value: ScalarValue>(_ name: String) throws(ArgumentError) -> Value {
    guard let scalar = values[name] else { throw .missing(name: name) }
    guard let value = Value(scalar: scalar) else {
      throw .wrongType(name: name, wanted: Value.scalarKind, found: scalar.description)
    }
    return value
  }
}

/// An argument that a verb can't use.
///
/// It is no `DriverError`: a step that has one is wrong, and no refusal that a scenario could expect.
public enum ArgumentError: CodedError, Equatable {
  /// The verb needs the argument, but it is missing.
  case missing(name: String)
  /// It has another type.
  case wrongType(name: String, wanted: String, found: String)
  /// It is none of the allowed words.
  case notAllowed(name: String, found: String, allowed: [String])
  /// The verb knows no such argument.
  case unknown(name: String, allowed: [String])

  /// Always `bad-argument`.
  public var code: String { "bad-argument" }

  /// The value that was found, and the allowed values.
  public var description: String {
    switch self {
    case .missing(let name): "The argument '\(name)' is missing."
    case .wrongType(let name, let wanted, let found):
      "The argument '\(name)' must be \(wanted); found '\(found)'."
    case .notAllowed(let name, let found, let allowed):
      "The argument '\(name)' is '\(found)'; allowed: \(allowed.joined(separator: ", "))."
    case .unknown(let name, let allowed):
      allowed.isEmpty
        ? "There is no argument '\(name)'; allowed: none."
        : "There is no argument '\(name)'; allowed: \(allowed.joined(separator: ", "))."
    }
  }
}
