import { expect, test } from 'vitest'
import { changeText, priceText, shareText, sumText } from './price-text'

test.each([
  [98_120.5, '$98,120.50'],
  [3_021.557, '$3,021.56'],
  [15.2, '$15.20'],
  [1.00031, '$1.0003'],
  [0.36419, '$0.3642'],
  [0.5, '$0.50'],
  [1.2345e-8, '$0.00000001235'],
  [1e-20, '$1.00e-20'],
  [0, '$0.00'],
])('formats the price %d as %s', (usd, text) => {
  expect(priceText(usd)).toBe(text)
})

test.each([
  [0.004, '<$0.01'],
  [812.4, '$812.40'],
  [1_254_300, '$1.25M'],
])('formats the sum %d as %s', (usd, text) => {
  expect(sumText(usd)).toBe(text)
})

test.each([
  [1.01234, '+1.23 %'],
  [0.5, '−50.00 %'],
  [1, '0.00 %'],
  [12.5, '+1,150 %'],
])('formats a change by the factor %d as %s', (ratio, text) => {
  expect(changeText(ratio)).toBe(text)
})

test('a share that would round to zero is shown as less than 0.01 %', () => {
  expect([shareText(0.12345), shareText(0.00001), shareText(0)]).toEqual([
    '12.35 %',
    '<0.01 %',
    '0.00 %',
  ])
})
