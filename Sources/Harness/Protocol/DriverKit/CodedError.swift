/// An error that a scenario can expect by name: `expect: { error: already-lent }`.
///
/// Other errors have a code by the same rule: the name of the enumeration's case, or of the error's
/// type. Conform to provide another.
public protocol CodedError: Error, CustomStringConvertible {
  /// A stable code in lower case with hyphens.
  var code: String { get }
}

extension CodedError {
  /// ``codeOfCase``, so that an app's enumeration of errors gets its codes just by conforming.
  public var code: String { codeOfCase }

  /// The name of an enumeration's case in lower case with hyphens: `alreadyLent(by: "Bob")` gives
  /// `already-lent`. For other errors, the name of their type.
  public var codeOfCase: String { ErrorCode.name(of: self) }
}

/// The code under which a scenario can expect an error.
enum ErrorCode {
  /// The error's own code, or one made from its name.
  static func code(of error: any Error) -> String {
    (error as? any CodedError)?.code ?? name(of: error)
  }

  /// The name of an enumeration's case, or of the error's type, in lower case with hyphens.
  static func name(of error: some Error) -> String {
    // The text of a case is no name if it has values, or the type describes itself.
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

/// The name of an enumeration's case, or nil. The standard library's own `dump` uses it; there is
/// no public way to get the name of a case without values if the type describes itself.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
