import { expect, test } from 'vitest'
import { nativeToken } from '@/lib/core/address'
import { searchedAddress, searchTokens, selectableTokens, type Token } from './tokens'

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

test('an empty search returns all tokens in order', () => {
  expect(found('  ')).toEqual(['WBTC', 'WETH', 'ETH'])
})

test('symbols with the prefix come first', () => {
  expect(found('eth')).toEqual(['ETH', 'WETH'])
  expect(found('wrapped')).toEqual(['WBTC', 'WETH'])
})

test('the start of a word comes before the middle of one', () => {
  const usdt = token('USDT', 'Tether USD', 'dac17f958d')
  const symbols = searchTokens([usdt, weth], 'eth').map(({ symbol }) => symbol)
  expect(symbols).toEqual(['WETH', 'USDT'])
})

test('finds an address in any case, with spaces, and without 0x', () => {
  expect(found(' 0xC02AAA39 ')).toEqual(['WETH'])
  expect(found('c02aaa39')).toEqual(['WETH'])
})

test('finds an address by its prefix, and by any part of at least six digits', () => {
  expect(found('0xc0')).toEqual(['WETH'])
  expect(found('2AAA39B2')).toEqual(['WETH'])
  expect(found('0X c02a aa39')).toEqual(['WETH'])
  expect(found('aaa')).toEqual([])
})

test('spaces around and between words are collapsed', () => {
  expect(found('  wrapped   ether ')).toEqual(['WETH'])
})

test('recognises a full address however it is written', () => {
  const digits = weth.address.slice(2)
  const spaced = ` ${digits.slice(0, 7)} ${digits.slice(7)} `
  for (const text of [weth.address, digits, digits.toUpperCase(), `0X${digits}`, spaced]) {
    expect(searchedAddress(text)).toBe(weth.address)
  }
  expect(searchedAddress(digits.slice(1))).toBeUndefined()
  expect(searchedAddress('a name of exactly forty letters is none!')).toBeUndefined()
})

test('sorts by symbol, ignoring case, and keeps the order of equal ones', () => {
  const network = { chainId: 1, nativeSymbol: 'ETH' } as Parameters<typeof selectableTokens>[0]
  const symbols = ['wstETH', 'DAI', 'aUSDC', 'DAI', 'WBTC']
  const listed = symbols.map((symbol, index) => ({
    ...{ ...weth, symbol, name: `${index}`, chainId: 1 },
    address: `0x${`${index}`.repeat(40)}` as const,
  }))
  const offered = selectableTokens(network, listed)
  expect(offered.slice(1).map(({ symbol, name }) => `${symbol} ${name}`)).toEqual([
    'aUSDC 2',
    'DAI 1',
    'DAI 3',
    'WBTC 4',
    'wstETH 0',
  ])
})

test('sorts imported tokens among the listed ones of their network', () => {
  const network = { chainId: 1, nativeSymbol: 'ETH' } as Parameters<typeof selectableTokens>[0]
  const listed = [
    { ...weth, chainId: 1 },
    { ...wbtc, chainId: 5 },
  ]
  const offered = selectableTokens(network, listed, [{ ...weth, name: 'Another name' }, eth])
  expect(offered.map(({ symbol }) => symbol)).toEqual(['ETH', 'ETH', 'WETH'])
  expect(offered[0]?.address).toBe(nativeToken)
  expect(offered[2]?.name).toBe('Wrapped Ether')
})

test('finds nothing without a match', () => {
  expect(found('doge')).toEqual([])
})
