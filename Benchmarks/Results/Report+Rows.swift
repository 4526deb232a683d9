extension Report {
  /// The row of the same group and contender.
  func row(like row: ResultRow) -> ResultRow? {
    self.row(row.group, row.contender)
  }

  func row(_ group: String, _ contender: String) -> ResultRow? {
    rows.first { $0.group == group && $0.contender == contender }
  }

  /// What `--filter` lets through.
  func filtered(by filter: String?) -> Report {
    guard let filter = filter?.lowercased() else { return self }
    return Report(
      header: header,
      rows: rows.filter { "\($0.group) \($0.contender)".lowercased().contains(filter) })
  }
}
