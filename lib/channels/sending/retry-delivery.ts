import { channelError, type PlainRefusal } from '@/lib/channels/channel-error'
import { limitManualSend } from '@/lib/channels/subscriptions/limit-manual-send'
import type { Context } from '@/lib/context'
import type { Identity } from '@/lib/core/identity'
import { inTransaction, type Transaction } from '@/lib/db/database'
import {
  expediteDelivery,
  findDeliveryOf,
  type Revival,
  reviveDelivery,
} from '@/lib/outbox/delivery-store'

type RetryRequest = Identity & { readonly id: bigint }

/**
 * Retries a delivery on request: a dead one with a full set of attempts, or a failed one that waits, whose next attempt
 * is made now and counts as usual. Quiet hours and digests still apply.
 *
 * @throws {ServiceError} NotFound when the account has no such delivery, Conflict when it has not failed, its endpoint
 * is disabled (or switched off, for a waiting one) or its notification was retracted, RateLimited within ten seconds of
 * another retry or a test.
 */
export async function retryDelivery(ctx: Context, request: RetryRequest): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const outcome = await retry(tx, request, ctx.now())
    // Thrown inside the transaction, so that a refusal does not use up the rate limit.
    if (outcome !== 'revived') throw channelError({ code: refusals[outcome] })
  })
}

const refusals: Readonly<Record<Exclude<Revival, 'revived'> | 'off', PlainRefusal>> = {
  'taken-back': 'retractedSince',
  stopped: 'channelDisabled',
  off: 'channelPaused',
  forgotten: 'browserGone',
  'not-dead': 'deliveryNotFailed',
}

async function retry(tx: Transaction, { id, ...identity }: RetryRequest, nowMs: number) {
  const delivery = await findDeliveryOf(tx, { id, ...identity })
  if (!delivery) throw channelError({ code: 'deliveryMissing' })
  const { subscriptionId, state, attempts, isEnabled } = delivery
  const at = new Date(nowMs)
  const isWaiting = state === 'waiting'
  if (state === 'sent' || (isWaiting && attempts === 0)) return 'not-dead'
  if (isWaiting && !isEnabled) return 'off'
  // Locks the subscription before the delivery, as recording an attempt does.
  await limitManualSend(tx, { id: subscriptionId, ...identity }, nowMs)
  if (!isWaiting) return reviveDelivery(tx, { id, at })
  return (await expediteDelivery(tx, { id, subscriptionId, at })) ? 'revived' : 'not-dead'
}
