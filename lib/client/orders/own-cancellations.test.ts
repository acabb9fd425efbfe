import { expect, test } from 'vitest'
import type { OwnNotification } from '@/lib/client/inbox'
import type { Hex } from '@/lib/core/bytes'
import { announceCancellations, isAnnounced } from './own-cancellations'

const uid: Hex = `0x${'a1'.repeat(56)}`

const about = (orderId: string, more: object = {}, type = 'order_cancelled') =>
  ({ type, metadata: { orderId, chainId: 1, ...more } }) as unknown as OwnNotification

test('knows the cancellations that the page announces', () => {
  expect(isAnnounced(about(uid))).toBe(false)
  const takeBack = announceCancellations([uid])
  expect(isAnnounced(about(uid))).toBe(true)
  expect(isAnnounced(about(`0x${'b2'.repeat(56)}`))).toBe(false)
  expect(isAnnounced(about(uid, {}, 'order_filled'))).toBe(false)
  expect(isAnnounced(about(uid, { correction: true }))).toBe(false)
  const again = announceCancellations([uid])
  takeBack()
  expect(isAnnounced(about(uid))).toBe(true)
  again()
  expect(isAnnounced(about(uid))).toBe(false)
})
