import { describe, expect, it } from 'vitest'
import { isUnder, navItems } from './nav-items'

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
