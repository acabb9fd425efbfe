import { expect, test } from 'vitest'
import { nativeToken } from '@/lib/core/address'
import { logoPath, offerTokens, searchedAddress, searchTokens, type Token } from './tokens'

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

test('an address is found by its start, and by a part of it that is long enough', () => {
  expect(found('0xc0')).toEqual(['WETH'])
  expect(found('2AAA39B2')).toEqual(['WETH'])
  expect(found('0X c02a aa39')).toEqual(['WETH'])
  expect(found('aaa')).toEqual([])
})

test('spaces around and between the words of a name count once', () => {
  expect(found('  wrapped   ether ')).toEqual(['WETH'])
})

test('a whole address is one however it is written', () => {
  const digits = weth.address.slice(2)
  const spaced = ` ${digits.slice(0, 7)} ${digits.slice(7)} `
  for (const text of [weth.address, digits, digits.toUpperCase(), `0X${digits}`, spaced]) {
    expect(searchedAddress(text)).toBe(weth.address)
  }
  expect(searchedAddress(digits.slice(1))).toBeUndefined()
  expect(searchedAddress('a name of exactly forty letters is none!')).toBeUndefined()
})

test('tokens stand by symbol, whatever its case, and those with the same one as they are listed', () => {
  const network = { chainId: 1, nativeSymbol: 'ETH' } as Parameters<typeof offerTokens>[0]
  const symbols = ['wstETH', 'DAI', 'aUSDC', 'DAI', 'WBTC']
  const listed = symbols.map((symbol, index) => ({
    ...{ ...weth, symbol, name: `${index}`, chainId: 1 },
    address: `0x${`${index}`.repeat(40)}` as const,
  }))
  const offered = offerTokens(network, listed)
  expect(offered.slice(1).map(({ symbol, name }) => `${symbol} ${name}`)).toEqual([
    'aUSDC 2',
    'DAI 1',
    'DAI 3',
    'WBTC 4',
    'wstETH 0',
  ])
})

test('tokens added by hand stand among the listed ones of their network', () => {
  const network = { chainId: 1, nativeSymbol: 'ETH' } as Parameters<typeof offerTokens>[0]
  const listed = [
    { ...weth, chainId: 1 },
    { ...wbtc, chainId: 5 },
  ]
  const offered = offerTokens(network, listed, [{ ...weth, name: 'Another name' }, eth])
  expect(offered.map(({ symbol }) => symbol)).toEqual(['ETH', 'ETH', 'WETH'])
  expect(offered[0]?.address).toBe(nativeToken)
  expect(offered[2]?.name).toBe('Wrapped Ether')
})

test('a logo is shown from our own origin alone', () => {
  const origin = 'https://swap.example'
  expect(logoPath('https://swap.example/logos/weth.svg?v=2', origin)).toBe('/logos/weth.svg?v=2')
  expect(logoPath('/logos/weth.svg', origin)).toBe('/logos/weth.svg')
  expect(logoPath('https://elsewhere.example/weth.svg', origin)).toBeUndefined()
  expect(logoPath('//elsewhere.example/weth.svg', origin)).toBeUndefined()
  expect(logoPath('ipfs://bafy', origin)).toBeUndefined()
  expect(logoPath('https://', origin)).toBeUndefined()
  expect(logoPath(undefined, origin)).toBeUndefined()
})

test('what nothing is called finds nothing', () => {
  expect(found('doge')).toEqual([])
})
