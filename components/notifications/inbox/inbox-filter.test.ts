import { expect, test } from 'vitest'
import {
  countRestrictions,
  type InboxFilter,
  inboxFilterSearch,
  noFilter,
  parseInboxFilter,
  passes,
} from './inbox-filter'

const filled = {
  type: 'order_filled',
  metadata: { chainId: 1, orderId: '0x01', executedAmount: '1' },
} as const
const alert = {
  type: 'price_alert',
  metadata: {
    chainId: 1,
    token: '0x02',
    symbol: 'WETH',
    condition: 'above',
    limitUsd: 3_100,
    priceUsd: 3_101,
  },
} as const

test('without a filter lists everything', () => {
  expect(passes(noFilter, filled)).toBe(true)
  expect(passes(noFilter, alert)).toBe(true)
})

test('type, network and order each exclude all others', () => {
  expect(passes({ ...noFilter, types: ['order_expired'] }, filled)).toBe(false)
  expect(passes({ ...noFilter, types: ['order_expired', 'order_filled'] }, filled)).toBe(true)
  expect(passes({ ...noFilter, chainId: 100 }, filled)).toBe(false)
  expect(passes({ ...noFilter, orderId: '0x02' }, filled)).toBe(false)
  expect(passes({ ...noFilter, chainId: 1, orderId: '0x01' }, filled)).toBe(true)
  expect(passes({ ...noFilter, orderId: '0x01' }, alert)).toBe(false)
})

test('a filter survives in the URL', () => {
  const orderId = `0x${'5e'.repeat(56)}`
  const filter: InboxFilter = {
    ...{ types: ['order_filled', 'price_improvement'], chainId: 100, orderId, unread: true },
  }
  const read = (search: string) => parseInboxFilter(new URLSearchParams(search), [1, 100])
  expect(read(`${new URLSearchParams(inboxFilterSearch(filter))}`)).toEqual(filter)
  expect(read('')).toEqual(noFilter)
  expect(Object.values(inboxFilterSearch(noFilter)).join('')).toBe('')
  expect(read('types=order_dreamt&network=5&order=0x12&read=maybe')).toEqual(noFilter)
})

test('each type, the network and the order count as one restriction', () => {
  expect(countRestrictions({ ...noFilter, unread: true })).toBe(0)
  expect(
    countRestrictions({
      ...noFilter,
      types: ['order_filled', 'order_expired'],
      chainId: 1,
      orderId: '0x01',
    }),
  ).toBe(4)
})
