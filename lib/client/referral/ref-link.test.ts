import { expect, test } from 'vitest'
import { readRefLink } from './ref-link'

const origin = 'https://coincide.test'
const read = (path: string) => readRefLink(`${origin}${path}`)

test.each([
  ['/?ref=COW-12345', '/'],
  ['/?ref=cow-12345', '/'],
  ['/?ref=%20COW-12345%20', '/'],
  ['/orders?chain=mainnet&ref=COW-12345', '/orders?chain=mainnet'],
  ['/?ref=COW-12345&sell=0xAb%20c&x=a+b', '/?sell=0xAb%20c&x=a+b'],
  ['/docs?ref=COW-12345#quotes', '/docs#quotes'],
  ['/docs#ref=COW-12345', '/docs'],
  ['/#ref=COW-12345&x=1', '/#x=1'],
  ['/#/1/swap/WETH?ref=COW-12345', '/#/1/swap/WETH'],
  ['/#/1/swap/WETH?sellAmount=1&ref=COW-12345', '/#/1/swap/WETH?sellAmount=1'],
  ['/?ref=COW-12345&ref=OTHER-1', '/'],
  ['/?ref=COW-12345#ref=OTHER-1', '/'],
  ['//evil.example/?ref=COW-12345', '//evil.example/'],
  ['//?ref=COW-12345', '//'],
])('reads the code of %s and leaves %s', (path, rest) => {
  expect(read(path)).toEqual({ code: 'COW-12345', rest: `${origin}${rest}` })
})

test.each(['/', '/?href=COW-12345', '/#content', '/docs#referrer', '/?preref=COW-12345'])(
  '%s has no code',
  (path) => expect(read(path)).toBeUndefined(),
)

test.each(['/?ref=', '/?ref', '/?ref=abc', '/?ref=%E0%A4%A', '/?ref=<script>', '/?ref=STRAßE'])(
  'the code of %s is malformed, and removed all the same',
  (path) => expect(read(path)).toEqual({ code: undefined, rest: `${origin}/` }),
)
