/// An error that a scenario can expect by name: `expect: { error: already-lent }`.
public protocol CodedError: Error, CustomStringConvertible {
  /// Stable, lower case with hyphens.
  var code: String { get }
}

extension CodedError {
  /// ``codeOfCase``: an app's enumeration of errors gets its codes by conforming, without a list
  /// to keep.
  public var code: String { codeOfCase }

  /// The name of an enumeration's case in lower case with hyphens: `alreadyLent(by: "Bob")` is
  /// `already-lent`. Cases without values can't be asked for their names, since their text is
  /// their description: they are `error`, unless the driver names them.
  public var codeOfCase: String {
    guard let name = Mirror(reflecting: self).children.first?.label else { return "error" }
    return name.reduce(into: "") { code, letter in
      if letter.isUppercase { code += "-" }
      code += letter.lowercased()
    }
  }
}
