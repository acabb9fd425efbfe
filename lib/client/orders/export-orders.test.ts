import fc from 'fast-check'
import { formatUnits, parseUnits } from 'viem'
import { expect, test } from 'vitest'
import { orderExample } from '@/lib/api/order-book/order-examples'
import type { OrderView } from '@/lib/client/api'
import { cases } from '@/lib/testing/cases'
import { csvCell, exportColumns, exportRow, toCsvText, toJsonText } from './export-orders'

const view = orderExample as unknown as OrderView
const facts = {
  network: 'mainnet',
  nameToken: (address: string) =>
    address === view.sellToken
      ? { symbol: 'WETH', decimals: 18 }
      : { symbol: '=HYPERLINK("x")', decimals: 6 },
  txHashesOf: () => ['0xaa', '0xbb'],
}

/** Parses CSV as in RFC 4180. */
function readCsv(text: string): string[][] {
  const cells = text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)
  const rows: string[][] = [[]]
  for (const [, quoted, bare = '', end] of cells) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare)
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

test('exports times in UTC, amounts in atoms and whole tokens, and transactions', () => {
  const [head = [], cells = []] = readCsv(toCsvText([exportRow(view, facts)]))
  expect(head).toEqual([...exportColumns])
  const row = Object.fromEntries(head.map((name, index) => [name, cells[index]]))
  expect(row).toMatchObject({
    uid: view.uid,
    network: 'mainnet',
    sellSymbol: 'WETH',
    sellAmountAtoms: view.sellAmount,
    sellAmount: formatUnits(BigInt(view.sellAmount), 18),
    buySymbol: `'=HYPERLINK("x")`,
    txHashes: '0xaa 0xbb',
  })
  expect(row.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(Date.parse(row.validTo ?? '')).toBe(view.validTo * 1_000)
})

test('exports the fee in the token in which it was charged', () => {
  const paid = { ...view, executedFee: '1500000', executedFeeToken: view.buyToken }
  expect(exportRow(paid, facts)).toMatchObject({
    executedFeeAtoms: '1500000',
    executedFee: '1.5',
    executedFeeToken: view.buyToken,
  })
})

test('exports only atoms of a token with unknown decimals', () => {
  const unnamed = { ...facts, nameToken: () => ({ symbol: '0x12…34', decimals: undefined }) }
  const row = exportRow(view, unnamed)
  expect(row.sellAmount).toBe('')
  expect(row.sellAmountAtoms).toBe(view.sellAmount)
})

test('parsing the JSON restores the rows', () => {
  const rows = [exportRow(view, facts)]
  expect(JSON.parse(toJsonText(rows))).toEqual(rows)
})

test('no CSV cell starts a formula, and parsing restores each cell', { tags: ['long'] }, () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (texts) => {
      const [row = []] = readCsv(`${texts.map(csvCell).join(',')}\r\n`)
      expect(row).toHaveLength(texts.length)
      row.forEach((cell, index) => {
        expect(cell).not.toMatch(/^[=+\-@\t\r]/)
        expect([texts[index], `'${texts[index]}`]).toContain(cell)
      })
    }),
    { seed: 6, numRuns: cases(200, 1_000) },
  )
})

test('decimal amounts are exact to the atom', { tags: ['long'] }, () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }), fc.nat(36), (atoms, decimals) => {
      const nameToken = () => ({ symbol: 'T', decimals })
      const row = exportRow({ ...view, sellAmount: String(atoms) }, { ...facts, nameToken })
      expect(parseUnits(row.sellAmount, decimals)).toBe(atoms)
    }),
    { seed: 7, numRuns: cases(60, 300) },
  )
})
