/**
 * Rows as lines of CSV (RFC 4180), the last without its end. A cell that a spreadsheet would take for a formula is
 * quoted and begins with an apostrophe, as OWASP advises.
 */
export function formatCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(cellOf).join(',')).join('\n')
}

function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return safe !== text || /[",\r\n]/.test(text) ? `"${safe.replaceAll('"', '""')}"` : text
}
