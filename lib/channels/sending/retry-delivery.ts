import { limitManualSend } from '@/lib/channels/subscriptions/take-try'
import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import type { Identity } from '@/lib/core/identity'
import { inTransaction, type Transaction } from '@/lib/db/database'
import { findDeliveryOf } from './account-delivery-store'
import { hastenDelivery, type Revival, reviveDelivery } from './delivery-store'

type Wish = Identity & { readonly id: bigint }

/**
 * Has a delivery sent that was given up, with all its attempts before it, or one that failed and waits for its next
 * attempt, which is made at once and counts as it would have later. Quiet hours and digests hold for both.
 *
 * @throws {ServiceError} NotFound when the account has none of this id, Conflict when it has not failed, its receiver
 *   was given up or, where it waits, is switched off, or what it tells was taken back, RateLimited within ten seconds of
 *   another or of a test.
 */
export async function retryDelivery(ctx: Context, wish: Wish): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const outcome = await retry(tx, wish, ctx.now())
    // In the transaction, so that what was refused asks nothing of the pause.
    if (outcome !== 'revived') throw new ServiceError('Conflict', refusals[outcome])
  })
}

const refusals: Readonly<Record<Exclude<Revival, 'revived'> | 'off', string>> = {
  'taken-back': 'what it tells was taken back since',
  stopped: 'the channel was given up, switch it on first',
  off: 'the channel is switched off, switch it on first',
  forgotten: 'the browser is gone, add it again first',
  'not-dead': 'only a delivery that has failed is sent again',
}

async function retry(tx: Transaction, { id, ...identity }: Wish, nowMs: number) {
  const delivery = await findDeliveryOf(tx, { id, ...identity })
  if (!delivery) throw new ServiceError('NotFound', 'the account has no such delivery')
  const { subscriptionId, state, attempts, isEnabled } = delivery
  const at = new Date(nowMs)
  const isWaiting = state === 'waiting'
  if (state === 'sent' || (isWaiting && attempts === 0)) return 'not-dead'
  if (isWaiting && !isEnabled) return 'off'
  // Before the delivery, as whoever records an attempt does.
  await limitManualSend(tx, { id: subscriptionId, ...identity }, nowMs)
  if (!isWaiting) return reviveDelivery(tx, { id, at })
  return (await hastenDelivery(tx, { id, subscriptionId, at })) ? 'revived' : 'not-dead'
}
