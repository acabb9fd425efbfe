import { expect, test } from 'vitest'
import { plainText } from './plain-text'

test.each([
  ['evil.com', 'evil·com'],
  ['visit www.1x.com, now', 'visit www·1x·com, now'],
  ['https://evil.example/a?b=c', 'https:evil·example/a?b=c'],
  ['http://localhost', 'http:localhost'],
  ['admin@evil.com', 'admin@evil·com'],
  ['1.2.3.4', '1·2·3·4'],
  ['evil。com', 'evil·com'],
  ['"evil.com".', '"evil·com".'],
])('defuses the link %j as %j', (text, shown) => {
  expect(plainText(text)).toBe(shown)
})

test.each([
  'USDC.e',
  'Sold 1,250.75 WETH for 0.0001 DAI on Ethereum.',
  '(0.72%) more',
  '(<0.01%) less than <0.000001 WETH',
  'over. The',
])('leaves %j unchanged', (text) => {
  expect(plainText(text)).toBe(text)
})

test('removes control, invisible and bidirectional characters and line breaks', () => {
  expect(plainText('a\u0000b\u202ec\u200bd\u2066e\ufe0f\r\nf\u2028g\tx')).toBe('abcde f g x')
})
