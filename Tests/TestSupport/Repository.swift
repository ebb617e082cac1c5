import SystemPackage

/// The files of the repository that tests read.
public enum Repository {
  /// The path of a file.
  public static func path(_ name: String) -> String {
    FilePath(#filePath).removingLastComponent().removingLastComponent().removingLastComponent()
      .pushing(FilePath(name)).string
  }
}
