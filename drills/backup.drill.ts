import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Address } from '@/lib/core/address'
import { publicTypes } from '@/lib/core/notification'
import { createRpc } from '@/lib/devnet/rpc'
import { runOperator } from '@/lib/operator/run-operator'
import { placeOrder } from '@/lib/orders/placement/place-order'
import { urlAs } from '@/lib/testing/database-roles'
import {
  type ArchivedPostgres,
  startArchivedPostgres,
} from '@/lib/testing/faults/archived-postgres'
import { untilExactlyOnce } from '@/lib/testing/faults/check-exactly-once'
import { armAlert, type HistoryStage, openHistoryStage } from '@/lib/testing/faults/exactly-once'
import { readEvents } from '@/lib/testing/http/event-reader'
import { startWebProcess, type WebProcess } from '@/lib/testing/http/start-web-process'
import { signTestOrder } from '@/lib/testing/orders/sign-test-order'
import { until } from '@/lib/testing/until'

let postgres: ArchivedPostgres
let stage: HistoryStage
let web: WebProcess

beforeAll(async () => {
  postgres = await startArchivedPostgres()
  stage = await openHistoryStage(async () => postgres.database)
  web = await startWebProcess({
    DATABASE_URL: urlAs(postgres.database.url, 'web'),
    RPC_URL_1: stage.network.rpcUrl,
    EMBEDDED_CHAIN_IDS: '1',
    CMS_API_KEY: 'of this drill alone',
    READS_PER_SECOND: '0',
  })
}, 300_000)
afterAll(async () => {
  await web?.stop()
  await stage?.close()
  await postgres?.close()
})

/** Follows an account's stream as a client does: reconnects, and resumes after the last event. */
function follow(account: Address) {
  const times = new Map<string, number>()
  const failures: unknown[] = []
  let isStopped = false
  let close = () => {}
  const run = async () => {
    let last: string | undefined
    while (!isStopped) {
      const reader = await readEvents(`${web.url}/mainnet/accounts/${account}/events`, last)
      close = reader.close
      // Without the database there is no stream.
      if (reader.response.ok) {
        for (let event = await reader.next(); event; event = await reader.next()) {
          last = event.id ?? last
          if (event.event === 'notification') {
            times.set(event.data.id, (times.get(event.data.id) ?? 0) + 1)
          }
          // Known, but not sent as an event.
          if (event.event === 'snapshot') {
            for (const { id } of event.data.notifications) times.set(id, times.get(id) ?? 0)
          }
        }
      }
      await delay(200)
    }
  }
  const ended = run().catch((error) => {
    if (!isStopped) failures.push(error)
  })
  return {
    times,
    failures,
    stop: async () => {
      isStopped = true
      close()
      await ended
    },
  }
}

/** Places orders until it is stopped; each is acknowledged. */
function trade() {
  let isStopped = false
  const run = async () => {
    for (let turn = 0; !isStopped; turn += 1) {
      await stage.scenario.place(turn % 6, turn % 4 === 3 ? 'limit' : 'market')
      await delay(200)
    }
  }
  const ended = run()
  return async () => {
    isStopped = true
    await ended
  }
}

const operate = (...argv: string[]) =>
  runOperator(stage.ctx, {
    argv: [...argv, '--yes', '--reason', 'drill'],
    user: 'ops',
    terminal: { print: () => {}, printError: console.error, ask: undefined },
  })

test('a lost server is restored to a moment, and everything after it happens once', {
  timeout: 900_000,
}, async () => {
  const { ctx, scenario, workers, network } = stage
  const rpc = createRpc(network.rpcUrl)
  const followers = scenario.traders.map(({ address }) => follow(address))
  await armAlert(stage)
  await Promise.all([workers.start(), workers.start()])
  const stopEarly = trade()
  await delay(8_000)
  await postgres.backUp()
  await delay(8_000)
  await stopEarly()
  await scenario.cancel(0, 'signed')
  await scenario.cancel(1, 'on chain')
  await postgres.mark('before_the_loss')

  // What follows is lost: orders, fills, notifications, and a settlement whose transaction waits for its block.
  const known = scenario.orders.length
  const stopLate = trade()
  const filled = () => ctx.db.trade.count()
  const before = await filled()
  await until(async () => (await filled()) >= before + 5)
  await stopLate()
  await delay(2_000)
  await stage.setMining(false)
  await scenario.place(0, 'market')
  const sent = { state: 'sent', createdAt: { gt: new Date(Date.now() - 60_000) } } as const
  await until(async () => (await ctx.db.settlementTransaction.count({ where: sent })) > 0)
  const told = new Set((await ctx.db.notification.findMany()).map(({ id }) => id))
  const lostAt = Date.now()
  await postgres.lose()
  await workers.kill()

  await postgres.restore('before_the_loss')
  const restoredMs = Date.now() - lostAt
  const kept = new Set((await ctx.db.notification.findMany()).map(({ id }) => id))
  const lost = scenario.orders.slice(known)
  expect(await ctx.db.order.count({ where: { uid: { in: lost.map(({ uid }) => uid) } } })).toBe(0)
  expect(await operate('db', 'restored')).toBe(0)
  await Promise.all([workers.start(), workers.start()])
  // Owners still have what they signed; some of it is filled already.
  for (const { owner, ...terms } of lost) {
    const trader = scenario.traders.find(({ address }) => address === owner)
    ctx.clock.set(Date.now() - 70_000)
    const input = await signTestOrder(terms, { privateKey: trader?.privateKey ?? '0x' })
    expect(await placeOrder(ctx, input)).toBe(terms.uid)
  }
  const settled = await ctx.db.settlementTransaction.count()
  await delay(3_000)
  expect(await ctx.db.settlementTransaction.count()).toBe(settled)
  expect(await operate('settlement', 'resume', 'mainnet')).toBe(0)
  // The lost transaction holds the solver's next nonce.
  await delay(3_000)
  await stage.setMining(true)
  await scenario.place(1, 'market')
  const open = { status: 'open', buyAmount: 1 } as const
  await until(async () => (await ctx.db.order.count({ where: open })) === 0)
  const notified = await untilExactlyOnce(stage)

  // No auction of before has its id again, and no nonce is missing.
  const nonce = (tag: string) => rpc('eth_getTransactionCount', [network.solver.address, tag])
  expect(await nonce('pending')).toBe(await nonce('latest'))
  const publicIds = notified
    .filter(({ type }) => publicTypes.some((one) => one === type))
    .map(({ id }) => id)
  const received = new Map(followers.flatMap(({ times }) => [...times]))
  await until(() => publicIds.every((id) => received.has(id) || isReceived(followers, id)))
  await Promise.all(followers.map(({ stop }) => stop()))
  expect(followers.flatMap(({ failures }) => failures)).toEqual([])
  const repeated = followers.flatMap(({ times }) =>
    [...times].flatMap(([id, count]) => (count > 1 ? [id] : [])),
  )
  // Only what was lost is sent again, with the id that it had.
  expect(repeated.filter((id) => kept.has(id))).toEqual([])
  expect(repeated.filter((id) => !told.has(id))).toEqual([])
  console.log(
    `restored in ${(restoredMs / 1_000).toFixed(1)} s; ${known} orders kept, ${lost.length} lost and sent again, ` +
      `${told.size - kept.size} notifications lost and made again, ${repeated.length} of them repeated in streams; ` +
      `${notified.length} notifications, each once`,
  )
})

const isReceived = (followers: readonly ReturnType<typeof follow>[], id: string) =>
  followers.some(({ times }) => times.has(id))
