import { expect, test } from 'vitest'
import { searchTokens, type Token } from './tokens'

const token = (symbol: string, name: string, address: string): Token => ({
  symbol,
  name,
  decimals: 18,
  address: `0x${address.padEnd(40, '0')}`,
})
const weth = token('WETH', 'Wrapped Ether', 'c02aaa39b223fe')
const eth = token('ETH', 'Ether', 'eeeeeeeeee')
const wbtc = token('WBTC', 'Wrapped BTC', '2260fac5e5')
const all = [wbtc, weth, eth]

const found = (query: string) => searchTokens(all, query).map(({ symbol }) => symbol)

test('an empty search keeps every token in its order', () => {
  expect(found('  ')).toEqual(['WBTC', 'WETH', 'ETH'])
})

test('a symbol that starts with the words comes first', () => {
  expect(found('eth')).toEqual(['ETH', 'WETH'])
  expect(found('wrapped')).toEqual(['WBTC', 'WETH'])
})

test('an address is found in any case, with spaces, and without its 0x', () => {
  expect(found(' 0xC02AAA39 ')).toEqual(['WETH'])
  expect(found('c02aaa39')).toEqual(['WETH'])
})

test('what nothing is called finds nothing', () => {
  expect(found('doge')).toEqual([])
})
