import type { Row } from './command'

/**
 * Formats rows as a text table with a header. Control characters in untrusted text are shown as �, so that no line can
 * overwrite another.
 */
export function formatTable(rows: readonly Row[]): string {
  const [first] = rows
  if (!first) return 'Nothing to show.'
  const columns = Object.keys(first)
  const cells = rows.map((row) => columns.map((column) => clean(row[column])))
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...cells.map((line) => line[index]?.length ?? 0)),
  )
  const format = (line: readonly string[]) =>
    line
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd()
  const rule = widths.map((width) => '-'.repeat(width))
  return [columns, rule, ...cells].map(format).join('\n')
}

/** Returns a cell's text, with control characters shown as �. */
export function clean(value: Row[string] | undefined): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value ?? '')
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '�')
}

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
