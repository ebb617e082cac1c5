import TestSupport
import Testing

/// The built command line as users and CI see it: output, exit status, files.
@Suite(.tags(.endToEnd)) struct EndToEndTests {}
