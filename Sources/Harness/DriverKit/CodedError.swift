/// An error that a scenario can expect by name: `expect: { error: already-lent }`.
///
/// Errors that do not conform have a code too, by the same rule: the name of an enumeration's case,
/// or else of the error's type. Conform to give another.
public protocol CodedError: Error, CustomStringConvertible {
  /// Stable, lower case with hyphens.
  var code: String { get }
}

extension CodedError {
  /// ``codeOfCase``: an app's enumeration of errors gets its codes by conforming, without a list
  /// to keep.
  public var code: String { codeOfCase }

  /// The name of an enumeration's case in lower case with hyphens: `alreadyLent(by: "Bob")` is
  /// `already-lent`. Of an error that is no enumeration, the name of its type.
  public var codeOfCase: String { ErrorCode.name(of: self) }
}

/// The code by which a scenario expects an error.
enum ErrorCode {
  /// The error's own code, or one made of its name.
  static func code(of error: any Error) -> String {
    (error as? any CodedError)?.code ?? name(of: error)
  }

  /// The name of an enumeration's case, or else of the error's type, in lower case with hyphens.
  static func name(of error: some Error) -> String {
    // Of a case with values, and of one without whose type describes itself, its text is no name.
    let name = enumCaseName(error).map { String(cString: $0) }
    return hyphenated(name ?? "\(type(of: error))")
  }

  /// `alreadyLent` as `already-lent`, and `invalidURL` as `invalid-url`.
  static func hyphenated(_ name: String) -> String {
    let letters = Array(name)
    var code = ""
    for (index, letter) in letters.enumerated() {
      if letter.isUppercase, index > 0 {
        let endsWord = !letters[index - 1].isUppercase
        let beginsWord = index + 1 < letters.count && letters[index + 1].isLowercase
        if endsWord || beginsWord { code += "-" }
      }
      code += letter.lowercased()
    }
    return code
  }
}

/// The name of an enumeration's case, or nil: what the standard library's own `dump` has it from. There
/// is no public way to the name of a case without values whose type describes itself.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
