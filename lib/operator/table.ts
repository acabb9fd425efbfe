import type { Row } from './command'

/** Characters after which the text of a cell continues in the next line. */
const maxWidth = 80

/**
 * Formats rows as a text table with a header. Control characters in untrusted text are shown as �, so that no line can
 * overwrite another. Long cells are wrapped between words.
 */
export function formatTable(rows: readonly Row[]): string {
  const [first] = rows
  if (!first) return 'Nothing to show.'
  const columns = Object.keys(first)
  const cells = rows.flatMap((row) => linesOf(columns.map((column) => wrap(clean(row[column])))))
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

/** Splits a text into lines; a word that is longer than a line is not broken, so that it can be copied. */
function wrap(text: string): readonly string[] {
  if (text.length <= maxWidth) return [text]
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= maxWidth)
      lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Turns the wrapped cells of a row into lines of the table. */
function linesOf(cells: readonly (readonly string[])[]): string[][] {
  const height = Math.max(...cells.map((lines) => lines.length))
  return Array.from({ length: height }, (_, line) => cells.map((lines) => lines[line] ?? ''))
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
