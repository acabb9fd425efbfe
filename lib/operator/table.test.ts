import { describe, expect, test } from 'vitest'
import { formatCsv } from './table'

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
