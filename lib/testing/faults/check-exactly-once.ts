import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { channels } from '@/lib/channels/channel'
import { takenBack } from '@/lib/notifications/delivery-job-store'
import { readNotifications } from '@/lib/notifications/list-notifications'
import type { Notification } from '@/lib/notifications/notification'
import { nameOnWire } from '@/lib/testing/channels/channel-sinks'
import type { HistoryStage } from './exactly-once'
import { type FinalTruth, readFinalTruth } from './final-truth'

const patienceMs = 240_000
/** Time in which what is told twice would be. */
const calmMs = 2_000

/**
 * Waits until {@link checkExactlyOnce} holds, and goes on to hold without anything being told; gives what was.
 *
 * @throws what does not fit after four minutes.
 */
export async function untilExactlyOnce(stage: HistoryStage): Promise<readonly Notification[]> {
  const deadline = Date.now() + patienceMs
  let before = -1
  for (;;) {
    try {
      const told = await checkExactlyOnce(stage)
      if (told.length === before) return told
      before = told.length
    } catch (error) {
      if (Date.now() > deadline) throw error
      before = -1
    }
    await delay(before < 0 ? calmMs / 4 : calmMs)
  }
}

/**
 * Compares what was told, recorded and received with what is true of the chain now: of each fact one notification that
 * stands, of each notification one delivery on each channel, and of each delivery that was sent one message or more.
 *
 * @throws what does not fit.
 */
async function checkExactlyOnce(stage: HistoryStage): Promise<readonly Notification[]> {
  const { ctx, floor } = stage
  const truth = await readFinalTruth(ctx, floor)
  const pages = await Promise.all(floor.traders.map(({ address }) => readInbox(stage, address)))
  const told = pages.flat()
  expect(await ctx.db.notification.count()).toBe(told.length)
  checkCorrections(told)
  checkStanding(told, truth)
  await checkDeliveries(stage, told)
  return told
}

/** All that the inbox of an account holds, oldest first. */
async function readInbox({ ctx }: HistoryStage, account: Notification['account']) {
  const all: Notification[] = []
  for (;;) {
    const before = all.at(-1)?.id
    const page = await readNotifications(ctx, account, { limit: 100, before })
    if (page.length === 0) return all.reverse()
    all.push(...page)
  }
}

/** Each takes back one notification of the same kind, and nothing is taken back twice. */
function checkCorrections(told: readonly Notification[]): void {
  expect(new Set(told.map(({ id }) => id)).size).toBe(told.length)
  const byId = new Map(told.map((one, index) => [one.id, { one, index }]))
  const corrected: unknown[] = []
  for (const [index, { metadata, account, type, orderUid }] of told.entries()) {
    if (!metadata.correction) continue
    const original = byId.get(metadata.correctsId ?? '')
    expect(original?.one).toMatchObject({ account, type, orderUid })
    expect(original?.index).toBeLessThan(index)
    expect(original?.one.metadata.correction).toBeUndefined()
    corrected.push(metadata.correctsId)
  }
  expect(new Set(corrected).size).toBe(corrected.length)
}

function checkStanding(told: readonly Notification[], { facts, shortfalls }: FinalTruth): void {
  const corrected = new Set(told.map(({ metadata }) => metadata.correctsId))
  const standing = told.filter(({ id, metadata }) => !metadata.correction && !corrected.has(id))
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
  { ctx, floor, sinks }: HistoryStage,
  told: readonly Notification[],
): Promise<void> {
  const rows = await ctx.db.delivery.findMany({ include: { subscription: true } })
  const corrected = new Set(told.map(({ metadata }) => metadata.correctsId))
  const states = new Map(
    rows.map((row) => [`${row.notificationId} ${row.subscription.channel}`, row]),
  )
  expect(rows).toHaveLength(told.length * channels.length)
  const waiting = rows.filter(({ state }) => state === 'waiting')
  const late = waiting.map(({ attempts, lastError, dueAt, subscription: { channel } }) => {
    return { channel, attempts, lastError, dueAt }
  })
  expect(late).toEqual([])
  for (const { address } of floor.traders) {
    const own = told.filter(({ account }) => account === address)
    for (const channel of channels) {
      const sent = own.filter(({ id }) => {
        const row = states.get(`${id} ${channel}`)
        expect(row?.subscription.account).toBe(address)
        if (row?.state === 'dead') {
          expect([row.lastError, corrected.has(id)]).toEqual([takenBack, true])
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

/** What of `sent` was not heard as often as it was sent. */
function missing(sent: readonly string[], heard: readonly string[]): string[] {
  const left = [...heard]
  return sent.filter((name) => {
    const place = left.indexOf(name)
    if (place >= 0) left.splice(place, 1)
    return place < 0
  })
}
