import { describe, expect, it } from 'vitest'
import { isUnder, navItems, placeHref } from './nav-items'

const current = (pathname: string) =>
  navItems.filter((item) => isUnder(pathname, item)).map((item) => item.name)

describe('isUnder', () => {
  it('marks one place at a time', () => {
    expect(current('/')).toEqual(['swap'])
    expect(current('/limit')).toEqual(['swap'])
    expect(current('/orders')).toEqual(['orders'])
    expect(current('/orders/0x01')).toEqual(['orders'])
    expect(current('/auctions/12')).toEqual(['auctions'])
  })

  it('does not mark a place by a common beginning of its name', () => {
    expect(current('/orders-of-old')).toEqual([])
    expect(current('/docs')).toEqual([])
  })
})

describe('placeHref', () => {
  it.each([
    ['of no network', '/docs', null, '/orders'],
    ['whose address names a network', '/limit', 'sepolia', '/orders?chain=sepolia'],
    ['of a token', '/tokens/gnosis/0x01', null, '/orders?chain=gnosis'],
    ['of a transaction', '/tx/100/0x01', null, '/orders?chain=100'],
    ['with all tokens', '/tokens', null, '/orders'],
    ['with a network that is none', '/', 'a&b=c', '/orders?chain=a%26b%3Dc'],
  ])('leads from a page %s to its network', (_, pathname, chain, href) => {
    expect(placeHref('/orders', { pathname, chain })).toBe(href)
  })
})
