import Foundation

/// The committed files of Results/kmu2015.
public enum Results2015 {
  /// A file's text.
  public static func text(of file: String) throws -> String {
    try String(contentsOfFile: Repository.path("Results/kmu2015/\(file)"), encoding: .utf8)
  }
}
