import ArgumentParser
import Publishing

extension ReportFormat: ExpressibleByArgument {}
