import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Notification } from '@/lib/core/notification'
import { readNotifications } from '@/lib/notifications/read-notifications'
import { retractedError } from '@/lib/outbox/delivery-store'
import { channels } from '@/lib/outbox/subscription'
import { nameOnWire } from '@/lib/testing/channels/channel-sinks'
import { repeat } from '@/lib/testing/until'
import type { HistoryStage } from './exactly-once'
import { type FinalTruth, readFinalTruth } from './final-truth'

const patienceMs = 240_000
/** Quiet time in which a duplicate notification would appear. */
const calmMs = 2_000

/**
 * Waits until {@link checkExactlyOnce} holds twice in a row with no new notification; returns the notifications.
 *
 * @throws the last mismatch after four minutes.
 */
export async function untilExactlyOnce(stage: HistoryStage): Promise<readonly Notification[]> {
  const deadline = Date.now() + patienceMs
  let before = -1
  // Ends at the deadline at the latest.
  for (;;) {
    try {
      const notified = await checkExactlyOnce(stage)
      if (notified.length === before) return notified
      before = notified.length
    } catch (error) {
      if (Date.now() > deadline) throw error
      before = -1
    }
    await delay(before < 0 ? calmMs / 4 : calmMs)
  }
}

/**
 * Compares notifications, database and received messages with the final state of the chain: one standing
 * notification per event, one delivery per notification and channel, and at least one message per sent delivery.
 *
 * @throws the first mismatch.
 */
async function checkExactlyOnce(stage: HistoryStage): Promise<readonly Notification[]> {
  const { ctx, scenario } = stage
  const truth = await readFinalTruth(ctx, scenario)
  const pages = await Promise.all(scenario.traders.map(({ address }) => readInbox(stage, address)))
  const notified = pages.flat()
  expect(await ctx.db.notification.count()).toBe(notified.length)
  checkCorrections(notified)
  checkStanding(notified, truth)
  await checkDeliveries(stage, notified)
  return notified
}

/** Reads an account's whole inbox, oldest first. */
async function readInbox({ ctx }: HistoryStage, account: Notification['account']) {
  const all: Notification[] = []
  const readPage = () => readNotifications(ctx, account, { limit: 100, before: all.at(-1)?.id })
  await repeat(readPage, (page) => {
    all.push(...page)
    return page.length === 0
  })
  return all.reverse()
}

/** Each correction retracts one notification of the same kind; none is retracted twice. */
function checkCorrections(notified: readonly Notification[]): void {
  expect(new Set(notified.map(({ id }) => id)).size).toBe(notified.length)
  const byId = new Map(notified.map((one, index) => [one.id, { one, index }]))
  const corrected: unknown[] = []
  for (const [index, { metadata, account, type, orderUid }] of notified.entries()) {
    if (!metadata.correction) continue
    const original = byId.get(metadata.correctsId ?? '')
    expect(original?.one).toMatchObject({ account, type, orderUid })
    expect(original?.index).toBeLessThan(index)
    expect(original?.one.metadata.correction).toBeUndefined()
    corrected.push(metadata.correctsId)
  }
  expect(new Set(corrected).size).toBe(corrected.length)
}

function checkStanding(notified: readonly Notification[], { facts, shortfalls }: FinalTruth): void {
  const corrected = new Set(notified.map(({ metadata }) => metadata.correctsId))
  const standing = notified.filter(({ id, metadata }) => !metadata.correction && !corrected.has(id))
  const isShortfall = ({ type }: Notification) => type === 'insufficient_balance'
  const said = standing.filter((one) => !isShortfall(one)).map(factOf)
  expect(said.sort()).toEqual(facts)
  for (const [uid, { min, max }] of shortfalls) {
    const own = standing.filter((one) => isShortfall(one) && one.orderUid === uid)
    expect(own.length, `shortfalls of ${uid}`).toBeGreaterThanOrEqual(min)
    expect(own.length, `shortfalls of ${uid}`).toBeLessThanOrEqual(max)
  }
}

function factOf({ type, orderUid, metadata: { txHash, reason } }: Notification): string {
  const cause = txHash ?? reason
  return [type, orderUid, ...(cause === undefined ? [] : [cause])].join('|')
}

async function checkDeliveries(
  { ctx, scenario, sinks }: HistoryStage,
  notified: readonly Notification[],
): Promise<void> {
  const rows = await ctx.db.delivery.findMany({ include: { subscription: true } })
  const corrected = new Set(notified.map(({ metadata }) => metadata.correctsId))
  const states = new Map(
    rows.map((row) => [`${row.notificationId} ${row.subscription.channel}`, row]),
  )
  expect(rows).toHaveLength(notified.length * channels.length)
  const waiting = rows.filter(({ state }) => state === 'waiting')
  const late = waiting.map(({ attempts, lastError, dueAt, subscription: { channel } }) => {
    return { channel, attempts, lastError, dueAt }
  })
  expect(late).toEqual([])
  for (const { address } of scenario.traders) {
    const own = notified.filter(({ account }) => account === address)
    for (const channel of channels) {
      const sent = own.filter(({ id }) => {
        const row = states.get(`${id} ${channel}`)
        expect(row?.subscription.account).toBe(address)
        if (row?.state === 'dead') {
          expect([row.lastError, corrected.has(id)]).toEqual([retractedError, true])
        } else expect(row?.state).toBe('sent')
        return row?.state === 'sent'
      })
      const nameOf = (one: Notification) => nameOnWire(ctx, channel, one)
      const heard = sinks.heard(channel, address)
      expect(missing(sent.map(nameOf), heard)).toEqual([])
      expect(heard.filter((name) => !own.map(nameOf).includes(name))).toEqual([])
    }
  }
}

/** Returns the entries of `sent` that were received fewer times than they were sent. */
function missing(sent: readonly string[], heard: readonly string[]): string[] {
  const left = [...heard]
  return sent.filter((name) => {
    const place = left.indexOf(name)
    if (place >= 0) left.splice(place, 1)
    return place < 0
  })
}
