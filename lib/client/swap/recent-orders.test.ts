import { expect, test } from 'vitest'
import type { OrderView } from '@/lib/client/api'
import { recentOrders } from './recent-orders'

const now = Date.UTC(2026, 10, 22)

const view = (uid: string, hoursAgo: number, status: OrderView['status'] = 'fulfilled') =>
  ({
    uid,
    status,
    creationDate: new Date(now - hoursAgo * 3_600_000).toISOString(),
  }) as unknown as OrderView

const uidsOf = (views: OrderView[]) => recentOrders(views).map(({ uid }) => uid)

test('the newest orders come first, whatever their age', () => {
  expect(uidsOf([view('b', 2), view('a', 1), view('c', 900, 'open')])).toEqual(['a', 'b', 'c'])
})

test('open ones are preferred if there are too many', () => {
  const views = [...'abcdefg'].map((uid, index) => view(uid, index))
  expect(uidsOf([...views, view('z', 20, 'open')])).toEqual([...'abcdez'])
})
