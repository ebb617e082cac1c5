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
  /// - Throws: ``DriverError/missing(name:)``.
  public func text(_ name: String) throws(DriverError) -> String {
    guard let value = values[name] else { throw .missing(name: name) }
    return value.description
  }

  /// Text, or `fallback` if the name was not given.
  public func text(_ name: String, default fallback: String) -> String {
    values[name]?.description ?? fallback
  }

  /// A whole number.
  /// - Throws: ``DriverError/missing(name:)``, ``DriverError/wrongType(name:wanted:found:)``.
  public func integer(_ name: String) throws(DriverError) -> Int { try value(name) }

  /// A whole number, or `fallback` if the name was not given.
  /// - Throws: ``DriverError/wrongType(name:wanted:found:)``.
  public func integer(_ name: String, default fallback: Int) throws(DriverError) -> Int {
    values[name] == nil ? fallback : try value(name)
  }

  /// A number, with or without a fraction.
  /// - Throws: ``DriverError/missing(name:)``, ``DriverError/wrongType(name:wanted:found:)``.
  public func number(_ name: String) throws(DriverError) -> Double { try value(name) }

  /// A number, or `fallback` if the name was not given.
  /// - Throws: ``DriverError/wrongType(name:wanted:found:)``.
  public func number(_ name: String, default fallback: Double) throws(DriverError) -> Double {
    values[name] == nil ? fallback : try value(name)
  }

  /// True or false.
  /// - Throws: ``DriverError/missing(name:)``, ``DriverError/wrongType(name:wanted:found:)``.
  public func boolean(_ name: String) throws(DriverError) -> Bool { try value(name) }

  /// True or false, or `fallback` if the name was not given.
  /// - Throws: ``DriverError/wrongType(name:wanted:found:)``.
  public func boolean(_ name: String, default fallback: Bool) throws(DriverError) -> Bool {
    values[name] == nil ? fallback : try value(name)
  }

  /// A list of texts, numbers or truth values, all of one type: `try list("ids", of: Int.self)`.
  /// - Throws: ``DriverError/missing(name:)``, ``DriverError/wrongType(name:wanted:found:)``.
  public func list<Element: ScalarValue>(
    _ name: String, of type: Element.Type
  ) throws(DriverError) -> [Element] {
    guard let value = values[name] else { throw .missing(name: name) }
    let wrongType = DriverError.wrongType(
      name: name, wanted: "a list of \(Element.scalarKinds)", found: value.description)
    guard case .list(let scalars) = value else { throw wrongType }
    return try scalars.map { scalar throws(DriverError) in
      guard let element = Element(scalar: scalar) else { throw wrongType }
      return element
    }
  }

  /// A list, or `fallback` if the name was not given.
  /// - Throws: ``DriverError/wrongType(name:wanted:found:)``.
  public func list<Element: ScalarValue>(
    _ name: String, of type: Element.Type, default fallback: [Element]
  ) throws(DriverError) -> [Element] {
    values[name] == nil ? fallback : try list(name, of: type)
  }

  /// One of a set of words.
  /// - Throws: ``DriverError/notAllowed(name:found:allowed:)`` with the allowed words.
  public func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String, of type: Choice.Type
  ) throws(DriverError) -> Choice where Choice.RawValue == String {
    let word = try text(name)
    guard let choice = Choice(rawValue: word) else {
      throw .notAllowed(name: name, found: word, allowed: Choice.allCases.map(\.rawValue))
    }
    return choice
  }

  /// Refuses names that the verb does not know, so that a typo is not silently ignored.
  /// - Throws: ``DriverError/unknown(name:allowed:)``.
  public func allow(_ allowed: [String]) throws(DriverError) {
    for name in names where !allowed.contains(name) {
      throw .unknown(name: name, allowed: allowed)
    }
  }

  private func value<Value: ScalarValue>(_ name: String) throws(DriverError) -> Value {
    guard let scalar = values[name] else { throw .missing(name: name) }
    guard let value = Value(scalar: scalar) else {
      throw .wrongType(name: name, wanted: Value.scalarKind, found: scalar.description)
    }
    return value
  }
}
