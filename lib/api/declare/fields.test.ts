import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { nativeToken } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import {
  address,
  amount,
  booleanText,
  bytes,
  hash32,
  idText,
  integerText,
  orderUid,
  positiveAmount,
  tokenOrNative,
  uint32,
  uint256,
} from './fields'

const seed = 20260701
const hexDigits = '0123456789abcdefABCDEF'
const hexOf = (length: number) =>
  fc
    .array(fc.constantFrom(...hexDigits), { minLength: length, maxLength: length })
    .map((digits) => `0x${digits.join('')}`)

test('parses an address in any case to lower case', () => {
  fc.assert(
    fc.property(hexOf(40), (text) => {
      expect(address.parse(text)).toBe(text.toLowerCase())
    }),
    { seed },
  )
})

test('parses every uint256 amount exactly', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, maxUint256), (value) => {
      expect(amount.parse(String(value))).toBe(value)
      expect(uint256.parse(String(value))).toBe(value)
    }),
    { seed },
  )
})

test.each([
  [
    'address',
    address,
    ['0x12', `0X${'1'.repeat(40)}`, `0x${'g'.repeat(40)}`, ` 0x${'1'.repeat(40)}`, 5],
  ],
  ['amount', amount, ['', '-1', '+1', '01', '1.0', '1e3', '0x10', ' 1', '1 ', '١', 1]],
  ['positive amount', positiveAmount, ['0', String(maxUint256 + 1n), '9'.repeat(500)]],
  ['uint32', uint32, [-1, 1.5, 2 ** 32, '5', Number.NaN]],
  ['integer in a query', integerText(1, 100), ['0', '101', '1.0', '01', '', '1e1']],
  ['id', idText, ['-1', '1'.repeat(19), '0x1', '']],
  ['order uid', orderUid, [`0x${'1'.repeat(110)}`, `0x${'1'.repeat(114)}`]],
  ['hash', hash32, [`0x${'1'.repeat(63)}`, '1'.repeat(66)]],
  ['bytes', bytes, ['0x1', 'aa', '0xzz', '']],
  ['token', tokenOrNative, ['--', '', 'ETH']],
  ['boolean', booleanText, ['yes', '1', 'TRUE']],
])('%s: rejects invalid values with a message', (_name, field, values) => {
  for (const value of values) {
    const { error } = (field as z.ZodType).safeParse(value)
    expect(error?.issues[0]?.message, String(value)).toMatch(/^must /)
  }
})

test('parses all names of the native token to one address', () => {
  const named = ['-', `0x${'e'.repeat(40)}`, '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE']
  expect(named.map((text) => tokenOrNative.parse(text))).toEqual(Array(3).fill(nativeToken))
})

test('keeps amounts above uint256, for the overflow errors of orders', () => {
  expect(amount.parse(String(maxUint256 + 5n))).toBe(maxUint256 + 5n)
  expect(amount.parse('9'.repeat(100_000))).toBe(maxUint256 + 1n)
})

test('documents fields with their pattern', () => {
  expect(z.toJSONSchema(positiveAmount, { io: 'input' })).toMatchObject({
    type: 'string',
    pattern: '^(?:0|[1-9][0-9]*)$',
  })
})
