import { describe, expect, it } from 'vitest'
import { isUnder, navItems, placeHref } from './nav-items'

const current = (pathname: string) =>
  navItems.filter((item) => isUnder(pathname, item)).map((item) => item.name)

describe('isUnder', () => {
  it('marks exactly one entry', () => {
    expect(current('/')).toEqual(['swap'])
    expect(current('/limit')).toEqual(['swap'])
    expect(current('/schedule')).toEqual(['swap'])
    expect(current('/orders')).toEqual(['orders'])
    expect(current('/orders/0x01')).toEqual(['orders'])
    expect(current('/auctions/12')).toEqual(['auctions'])
  })

  it('does not match a mere path prefix', () => {
    expect(current('/orders-of-old')).toEqual([])
    expect(current('/docs')).toEqual([])
  })
})

describe('placeHref', () => {
  it.each([
    ['without a network', '/docs', null, '/orders'],
    ['whose query names a network', '/limit', 'sepolia', '/orders?chain=sepolia'],
    ['of a token', '/tokens/gnosis/0x01', null, '/orders?chain=gnosis'],
    ['of a transaction', '/tx/100/0x01', null, '/orders?chain=100'],
    ['with all tokens', '/tokens', null, '/orders'],
    ['with an invalid network', '/', 'a&b=c', '/orders?chain=a%26b%3Dc'],
  ])('keeps the network of a page %s', (_, pathname, chain, href) => {
    expect(placeHref('/orders', { pathname, chain })).toBe(href)
  })
})
