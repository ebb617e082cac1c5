/// The facts about a file that its path's extension gives.
public enum SourceFile {
  private static let compiled: Set = [
    "c", "h", "cc", "cpp", "cxx", "hh", "hpp", "hxx", "m", "mm", "s", "swift", "rs", "go", "zig",
    "f90", "d", "java", "kt", "scala", "cs", "hs", "ml", "nim", "cu", "pas", "ts", "adb", "ads",
    "asm", "c++", "cppm", "cr", "dart", "f", "f03", "f08", "f95", "fs", "h++", "inc", "inl", "ipp",
    "ixx", "proto", "pyx", "tcc", "tpp",
  ]
  private static let interpreted: Set = [
    "py", "js", "mjs", "cjs", "jsx", "tsx", "rb", "pl", "pm", "php", "lua", "sh", "bash", "r", "jl",
    "tcl", "el", "ex", "exs", "erl", "clj",
  ]

  /// Returns whether a path is that of a compiler's source file.
  public static func isCompiled(_ path: String) -> Bool { compiled.contains(ending(path)) }

  /// Returns whether a path is that of code, for a compiler or an interpreter.
  public static func isCode(_ path: String) -> Bool {
    isCompiled(path) || interpreted.contains(ending(path))
  }

  private static func ending(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }
}
