import { describe, expect, it } from 'vitest'
import type { OrderView } from '@/lib/client/api'
import { railOrders } from './rail-orders'

const now = Date.UTC(2026, 10, 22)

const view = (uid: string, hoursAgo: number, status: OrderView['status'] = 'fulfilled') =>
  ({
    uid,
    status,
    creationDate: new Date(now - hoursAgo * 3_600_000).toISOString(),
  }) as unknown as OrderView

const uidsOf = (views: OrderView[]) => railOrders(views, now).shown.map(({ uid }) => uid)

describe('railOrders', () => {
  it('keeps open orders, and all others for a day', () => {
    expect(uidsOf([view('old', 25), view('new', 23), view('open', 400, 'open')])).toEqual([
      'new',
      'open',
    ])
  })

  it('leaves open parts to their schedule', () => {
    const part = { ...view('part', 1, 'open'), schedule: 'weekly' }
    expect(uidsOf([part, { ...part, uid: 'done', status: 'fulfilled' }])).toEqual(['done'])
  })

  it('sorts the newest first', () => {
    expect(uidsOf([view('b', 2), view('a', 1), view('c', 3)])).toEqual(['a', 'b', 'c'])
  })

  it('prefers open ones if there are too many', () => {
    const views = [...'abcde'].map((uid, index) => view(uid, index))
    const { shown, further } = railOrders([...views, view('z', 20, 'open')], now)
    expect(shown.map(({ uid }) => uid)).toEqual(['a', 'b', 'c', 'z'])
    expect(further).toBe(2)
  })
})
