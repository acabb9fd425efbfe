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
])('the price %d is written %s', (usd, text) => {
  expect(priceText(usd)).toBe(text)
})

test.each([
  [0.004, '<$0.01'],
  [812.4, '$812.40'],
  [1_254_300, '$1.25M'],
])('the sum %d is written %s', (usd, text) => {
  expect(sumText(usd)).toBe(text)
})

test.each([
  [1.01234, '+1.23 %'],
  [0.5, '−50.00 %'],
  [1, '0.00 %'],
  [12.5, '+1,150 %'],
])('a change to %d times is written %s', (ratio, text) => {
  expect(changeText(ratio)).toBe(text)
})

test('a share that would round to nothing is not written as nothing', () => {
  expect([shareText(0.12345), shareText(0.00001), shareText(0)]).toEqual([
    '12.35 %',
    '<0.01 %',
    '0.00 %',
  ])
})
