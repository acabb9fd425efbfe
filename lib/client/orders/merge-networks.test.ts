import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shownOrder } from '@/lib/testing/orders/shown-order'
import { mergeNetworks } from './merge-networks'

const networks = [1, 100, 11_155_111]

/** The order number `index` of a network, placed at `seconds`. */
const orderOf = (chainId: number, index: number, seconds: number) =>
  shownOrder({ uid: `0x${chainId}${index}`, createdAt: new Date(seconds * 1_000) })

test('without other pages all orders are merged by time, each with its network', () => {
  const [old, mid, fresh] = [orderOf(1, 0, 10), orderOf(100, 0, 20), orderOf(1, 1, 30)]
  const lists = [
    { chainId: 1, orders: [fresh, old], hasMore: false },
    { chainId: 100, orders: [mid], hasMore: false },
  ]
  expect(mergeNetworks(lists)).toEqual({
    orders: [
      { ...fresh, chainId: 1 },
      { ...mid, chainId: 100 },
      { ...old, chainId: 1 },
    ],
    next: [],
  })
  expect(mergeNetworks([])).toEqual({ orders: [], next: [] })
})

test('nothing is shown before each network has its first page', () => {
  const lists = [
    { chainId: 1, orders: [orderOf(1, 0, 10)], hasMore: false },
    { chainId: 100, orders: [], hasMore: true },
  ]
  expect(mergeNetworks(lists)).toEqual({ orders: [], next: [100] })
})

test('paging only appends, and ends with every order once', () => {
  const history = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 30 })
  const histories = fc.tuple(history, history, history)
  fc.assert(
    fc.property(histories, fc.integer({ min: 1, max: 7 }), (times, pageSize) => {
      const all = networks.map((chainId, place) => ({
        chainId,
        orders: (times[place] ?? [])
          .toSorted((a, b) => b - a)
          .map((seconds, index) => orderOf(chainId, index, seconds)),
      }))
      const loaded = new Map<number, number>()
      let before: readonly string[] = []
      for (;;) {
        const { orders, next } = mergeNetworks(
          all.map(({ chainId, orders }) => {
            const count = loaded.get(chainId) ?? 0
            const hasMore = count < orders.length || !loaded.has(chainId)
            return { chainId, orders: orders.slice(0, count), hasMore }
          }),
        )
        const uids = orders.map(({ uid }) => uid)
        expect(uids.slice(0, before.length)).toEqual(before)
        before = uids
        if (next.length === 0) break
        for (const chainId of next) loaded.set(chainId, (loaded.get(chainId) ?? 0) + pageSize)
      }
      expect(new Set(before).size).toBe(before.length)
      expect(before.length).toBe(times.flat().length)
    }),
  )
})
