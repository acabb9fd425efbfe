/**
 * Formats rows as CSV (RFC 4180) without a final line break. A cell that a spreadsheet would evaluate as a formula is
 * quoted and prefixed with an apostrophe, as OWASP advises.
 */
export function formatCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(cellOf).join(',')).join('\n')
}

function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return safe !== text || /[",\r\n]/.test(text) ? `"${safe.replaceAll('"', '""')}"` : text
}
