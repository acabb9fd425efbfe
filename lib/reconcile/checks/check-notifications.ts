import { findTip } from '@/lib/chain/block-store'
import type { Context } from '@/lib/context'
import { maxAmount } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { groupBy } from '@/lib/core/group-by'
import { daySeconds, toUnixSeconds } from '@/lib/core/time'
import { inSnapshot, type Transaction } from '@/lib/db/database'
import { correctionId, notificationId, occurrenceId } from '@/lib/notifications/notification-id'
import { type Finding, type Found, joinFound, type Scan } from '@/lib/reconcile/invariant'
import { settlementIndex } from '@/lib/settlements/indexing/indexer-role'
import {
  type CheckedNotification,
  listFilledUids,
  listFillNotifications,
  listNotifiedUids,
  listOwnUids,
} from './notification-query'
import { type CheckedFill, listFills, listUidsAfter } from './order-query'

/** Fills and notifications in a sample, and orders in a page of a complete check. */
const sampleSize = 200
const pageSize = 400

/**
 * Checks that each fill of an order has exactly one current notification, and each current notification about a fill its event
 * (11): one whose event a reorg dropped has a correction. Of what is about to be deleted as old, nothing is missed.
 */
export async function checkNotifications(ctx: Context, scan: Scan): Promise<Found> {
  const { chainId, scope, again, signal } = scan
  const { db } = ctx
  if (scope === 'sample') {
    const tip = await findTip(db, settlementIndex(chainId))
    const window = 2n * BigInt(ctx.chain(chainId).network.reorgBlocks)
    const fromBlock = maxAmount((tip?.number ?? 0n) - window, 0n)
    const uids = new Set([
      ...(await listFilledUids(db, { chainId, fromBlock, limit: sampleSize })),
      ...(await listNotifiedUids(db, { chainId, limit: sampleSize })),
      ...((again.get('notified') ?? []) as Hex[]),
    ])
    return inSnapshot(db, (tx) => checkUids(ctx, tx, { chainId, named: [...uids] }))
  }
  const found: Found[] = []
  let after: string | undefined = ''
  while (after !== undefined && !signal.aborted) {
    const page = await listUidsAfter(db, { chainId, after, limit: pageSize })
    found.push(await inSnapshot(db, (tx) => checkUids(ctx, tx, { chainId, named: page.uids })))
    after = page.last
  }
  return joinFound(found)
}

/** Days before notifications are deleted in which they may be without the fills or corrections beside them. */
const marginDays = 1

async function checkUids(
  ctx: Context,
  tx: Transaction,
  { chainId, named }: { readonly chainId: number; readonly named: readonly Hex[] },
): Promise<Found> {
  const uids = await listOwnUids(tx, chainId, named)
  const fills = groupBy(await listFills(tx, chainId, uids), ({ orderUid }) => orderUid)
  const notified = groupBy(await listFillNotifications(tx, uids), ({ orderUid }) => orderUid)
  const findings = uids.flatMap((uid) =>
    findNotificationFindings(chainId, uid, {
      fills: fills.get(uid) ?? [],
      notifications: notified.get(uid) ?? [],
      keptFrom: toUnixSeconds(ctx.now()) - (ctx.config.notificationDays - marginDays) * daySeconds,
    }),
  )
  return { items: uids.length, findings }
}

/** Corrections after which a fill would have been notified again; no fill has been dropped as often. */
const maxOccurrences = 8

type Told = {
  readonly fills: readonly Pick<CheckedFill, 'blockHash' | 'logIndex' | 'timestamp'>[]
  readonly notifications: readonly CheckedNotification[]
  /** Unix seconds before which notifications may be deleted. */
  readonly keptFrom: number
}

/** Returns what is wrong with an order's notifications about its fills. */
export function findNotificationFindings(
  chainId: number,
  orderUid: Hex,
  { fills, notifications, keptFrom }: Told,
): Finding[] {
  const ids = new Set(notifications.map(({ id }) => id))
  const corrections = new Set(notifications.map(({ id }) => correctionId(id)))
  const isCurrent = (id: string) =>
    ids.has(id) && !corrections.has(id) && !ids.has(correctionId(id))
  const finding = (detail: string): Finding => {
    return { invariant: 11, subject: `notified ${orderUid}`, detail }
  }
  const caused = new Set<string>()
  const findings: Finding[] = []
  for (const { blockHash, logIndex, timestamp } of fills) {
    const idsOf = (type: 'order_filled' | 'order_partially_filled' | 'price_improvement') => {
      const id = notificationId({ type, chainId, orderUid }, { blockHash, logIndex })
      return Array.from({ length: maxOccurrences }, (_, index) => occurrenceId(id, index + 1))
    }
    const told = [...idsOf('order_filled'), ...idsOf('order_partially_filled')]
    for (const id of [...told, ...idsOf('price_improvement')]) caused.add(id)
    const current = told.filter(isCurrent).length
    if (current !== 1 && (current > 1 || timestamp >= keptFrom))
      findings.push(finding(`the fill ${blockHash} ${logIndex} has ${current} notifications`))
  }
  const baseless = notifications.filter(({ id, createdAt }) => {
    return isCurrent(id) && !caused.has(id) && createdAt.getTime() >= keptFrom * 1_000
  })
  for (const { type, id } of baseless)
    findings.push(finding(`the ${type} ${id} has no event, and no correction`))
  return findings
}
