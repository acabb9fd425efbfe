import { expect, test } from 'vitest'
import { mergeSettings } from './deployment-settings'

const settings = { SETTLEMENT_CONTRACT: '0xAA', ONCHAIN_ORDER_CONTRACTS: '0xBB' }

test('sets variables in place and appends the others', () => {
  expect(mergeSettings('A=1\nSETTLEMENT_CONTRACT=\n# B=2\n', settings)).toBe(
    'A=1\nSETTLEMENT_CONTRACT=0xAA\n# B=2\nONCHAIN_ORDER_CONTRACTS=0xBB\n',
  )
})

test('starts an empty file, and changes nothing the second time', () => {
  const text = mergeSettings('', settings)
  expect(text).toBe('SETTLEMENT_CONTRACT=0xAA\nONCHAIN_ORDER_CONTRACTS=0xBB\n')
  expect(mergeSettings(text, settings)).toBe(text)
})

test.each([
  ['', '0xBB'],
  ['none', '0xBB'],
  ['gnosis:0xCC', 'gnosis:0xCC,0xBB'],
  ['0xbb,0xCC', '0xbb,0xCC'],
])('adds to the contracts that place orders: %s', (old, merged) => {
  const text = mergeSettings(`ONCHAIN_ORDER_CONTRACTS=${old}\n`, settings)
  expect(text).toContain(`ONCHAIN_ORDER_CONTRACTS=${merged}\n`)
})

test('sets the line that counts if a variable has several', () => {
  expect(mergeSettings('SETTLEMENT_CONTRACT=1\nSETTLEMENT_CONTRACT=2\n', settings)).toMatch(
    /^SETTLEMENT_CONTRACT=1\nSETTLEMENT_CONTRACT=0xAA\n/,
  )
})
