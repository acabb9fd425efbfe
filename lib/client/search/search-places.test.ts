import { describe, expect, test } from 'vitest'
import { documentedEndpoints } from '@/lib/api/declare/registry'
import { docsSections } from './docs-pages'
import { addRecentPlace, parseRecentPlaces } from './recent-searches'
import { type Findable, searchPlaces } from './search-places'

const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const token = { address: weth, symbol: 'WETH', name: 'Wrapped Ether', decimals: 18 } as const
const findable: Findable = {
  tokens: [
    { ...token, chainId: 1 },
    { ...token, address: `0x${'de'.repeat(20)}`, chainId: 100 },
    { ...token, symbol: 'GONE', chainId: 7 },
  ],
  networks: [
    { chainId: 1, name: 'mainnet', title: 'Ethereum' },
    { chainId: 100, name: 'gnosis', title: 'Gnosis' },
  ],
  pages: [{ href: '/portfolio', title: 'Portfolio', words: 'balances, allowances' }],
  docs: [{ href: '/docs/order-book', title: 'Order book' }],
}
const hrefs = (text: string) => searchPlaces(text, findable).map(({ href }) => href)

describe('a search', () => {
  test('finds tokens of every served network, then asks the service', () => {
    expect(hrefs('weth')).toEqual([
      `/tokens/mainnet/${weth}`,
      `/tokens/gnosis/0x${'de'.repeat(20)}`,
      '/find?q=weth',
    ])
    expect(hrefs('gone')).toEqual(['/find?q=gone'])
  })

  test('finds pages and sections of the reference', () => {
    expect(hrefs('portf')[0]).toBe('/portfolio')
    expect(hrefs('Allow')[0]).toBe('/portfolio')
    expect(hrefs('order b')[0]).toBe('/docs/order-book')
  })

  test('recognises orders, transactions, addresses and auctions by their shape', () => {
    const uid = `0x${'ab'.repeat(56)}`
    expect(hrefs(` ${uid.slice(2).toUpperCase()} `)).toEqual([`/orders/${uid}`])
    expect(searchPlaces(`0x${'ab'.repeat(32)}`, findable)[0]?.kind).toBe('transaction')
    expect(hrefs(weth)).toEqual([`/tokens/mainnet/${weth}`])
    expect(searchPlaces(`0x${'12'.repeat(20)}`, findable)[0]?.kind).toBe('address')
    expect(hrefs('4711')[0]).toBe('/auctions/4711')
  })

  test('finds nothing for nothing', () => expect(hrefs('  ')).toEqual([]))
})

test('the sections of the reference are those of its endpoints', () => {
  const tags = new Set(documentedEndpoints.map(({ tag }) => tag))
  expect([...docsSections].sort()).toEqual([...tags].sort())
})

describe('recent searches', () => {
  const place = (name: string) => ({ href: `/tokens/${name}`, title: name })

  test('are the newest six, each once', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'c']
    const recent = names.reduce<ReturnType<typeof parseRecentPlaces>>(
      (before, name) => addRecentPlace(before, place(name)),
      [],
    )
    expect(recent.map(({ title }) => title)).toEqual(['c', 'g', 'f', 'e', 'd', 'b'])
    expect(parseRecentPlaces(JSON.stringify(recent))).toEqual(recent)
  })

  test.each([
    ['no JSON', '{'],
    ['no list', '{}'],
    ['another host', '[{"href":"//evil.example","title":"WETH"}]'],
    ['another host, by a backslash', '[{"href":"/\\\\evil.example","title":"WETH"}]'],
    ['a script', '[{"href":"javascript:alert(1)","title":"WETH"}]'],
    ['no title', '[{"href":"/"}]'],
    ['nothing', '[null,1,"x"]'],
  ])('ignore %s', (_, stored) => expect(parseRecentPlaces(stored)).toEqual([]))
})
