import { describe, expect, test } from 'vitest'
import { formatCsv, formatTable } from './table'

test('a table wraps long cells between words', () => {
  const address = `0x${'ab'.repeat(20)}`
  const uid = `0x${'cd'.repeat(56)}`
  const detail = `there is no contract at ${address}, ${address}, ${address}`
  expect(formatTable([{ check: 'pool factories', detail, result: 'ok' }])).toBe(
    [
      `check           detail${' '.repeat(63)}result`,
      `--------------  ${'-'.repeat(67)}  ------`,
      `pool factories  there is no contract at ${address},  ok`,
      `                ${address},`,
      `                ${address}`,
    ].join('\n'),
  )
  expect(formatTable([{ uid }])).toBe(`uid\n${'-'.repeat(114)}\n${uid}`)
})

describe('CSV', () => {
  test.each([
    ['an address and a sum as they are', ['0xab', '12.5', ''], '0xab,12.5,'],
    ['codes that a spreadsheet would compute as text', ['-1-1-1', 'A-B'], `"'-1-1-1",A-B`],
    ['formulas of any kind as text', ['=1', '+1', '@A', '\t1'], `"'=1","'+1","'@A","'\t1"`],
    ['commas, quotes and lines within quotes', ['a,b', 'a"b', 'a\nb'], '"a,b","a""b","a\nb"'],
  ])('holds %s', (_, cells, line) => {
    expect(formatCsv([['head'], cells])).toBe(`head\n${line}`)
  })
})
