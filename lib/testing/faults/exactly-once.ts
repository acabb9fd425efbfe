import type { ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import type { CrashPoint } from '@/lib/core/crash-point'
import { createRpc } from '@/lib/devnet/rpc'
import { startTestNetwork, type TestNetwork } from '@/lib/testing/chain/test-network'
import { type ChannelSinks, startSinks } from '@/lib/testing/channels/channel-sinks'
import { urlAs } from '@/lib/testing/database-roles'
import { openTradingScenario, type TradingScenario } from '@/lib/testing/orders/trading-scenario'
import { createTestContext } from '@/lib/testing/test-context'
import { createTestDatabase, type TestDatabase } from '@/lib/testing/test-database'
import { until } from '@/lib/testing/until'
import { hasEnded, openWorkers, type WorkerProcesses } from './worker-process'

/** A service under load: a chain, its traders, workers that crash, and receivers on all channels. */
export type HistoryStage = {
  readonly ctx: ReturnType<typeof createTestContext>
  readonly scenario: TradingScenario
  readonly sinks: ChannelSinks
  readonly workers: WorkerProcesses
  readonly database: TestDatabase
  readonly network: TestNetwork
  /** Stops blocks, so that transactions stay pending, and starts them again. */
  readonly setMining: (isOn: boolean) => Promise<void>
  readonly close: () => Promise<void>
}

const traderCount = 6
const blockMs = 1_000
/** Name of the workers' sessions, which are cut; the test's own are not. */
const workerSessions = 'coincide-worker'

/** Every point at which a worker can kill itself. */
export const crashPoints: readonly CrashPoint[] = [
  'before-sign',
  'delivery-before-claim',
  'after-sign',
  'delivery-after-send',
  'after-commit',
  'delivery-after-mark',
  'after-send',
  'delivery-before-release',
  'after-receipt',
  'after-event',
]

/** Returns four of {@link crashPoints}; three consecutive seeds cover all of them. */
export function crashPointsOf(seed: number): readonly CrashPoint[] {
  const twice = [...crashPoints, ...crashPoints]
  const first = (seed * 4) % crashPoints.length
  return twice.slice(first, first + 4)
}

/** Opens a stage without a running worker; by default on a new database. */
export async function openHistoryStage(
  open: () => Promise<TestDatabase> = createTestDatabase,
): Promise<HistoryStage> {
  const [network, database] = await Promise.all([startTestNetwork({ chainId: 1 }), open()])
  const accounts = network.accounts.slice(1, traderCount + 1).map(({ address }) => address)
  const sinks = await startSinks(accounts)
  const rpcUrls = new Map([[1, network.rpcUrl]])
  const ctx = createTestContext({ url: database.url, rpcUrls, environment: sinks.environment })
  await sinks.subscribe(ctx)
  const workers = openWorkers({
    ...sinks.environment,
    DATABASE_URL: `${urlAs(database.url, 'worker')}?application_name=${workerSessions}`,
    RPC_URL_1: network.rpcUrl,
    EMBEDDED_CHAIN_IDS: '1',
    SOLVER_PRIVATE_KEY: network.solver.privateKey,
    AUCTION_INTERVAL_SECONDS: '0.5',
  })
  const scenario = await openTradingScenario(ctx, network, traderCount)
  // A settlement dropped by a reorg is abandoned only after some more blocks.
  const rpc = createRpc(network.rpcUrl)
  let isMining = true
  const mine = () => void (isMining && rpc('anvil_mine', []).catch(() => {}))
  const blocks = setInterval(mine, blockMs)
  const setMining = async (isOn: boolean) => {
    isMining = isOn
    await rpc('evm_setAutomine', [isOn])
  }
  return {
    ...{ ctx, sinks, workers, database, network, scenario, setMining },
    close: async () => {
      clearInterval(blocks)
      await workers.kill()
      await Promise.all([network.stop(), sinks.close(), ctx.db.$disconnect()])
      await database.drop()
    },
  }
}

type Step = {
  readonly what: (typeof whats)[number]
  readonly trader: number
  readonly chance: number
  readonly depth: number
  readonly kept: number
  readonly pauseMs: number
}

const whats = [
  ...(['market', 'market', 'limit', 'limit', 'brief', 'in parts'] as const),
  ...(['cancel signed', 'cancel on chain', 'drain', 'refund'] as const),
  ...(['reorganise', 'reorganise', 'reorganise', 'kill', 'cut'] as const),
]

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom(...whats),
  trader: fc.nat(traderCount - 1),
  chance: fc.nat(1_000),
  depth: fc.integer({ min: 1, max: 8 }),
  kept: fc.nat(3),
  pauseMs: fc.nat(500),
})

/**
 * Plays a random history. One price alert fires in it. In each round one worker dies at one of `points` while orders are placed and cancelled,
 * blocks are reorged, other workers are killed and database sessions are cut. The history ends with one
 * notification of each kind and two running workers.
 *
 * @throws when a worker outlives its crash point.
 */
export async function runHistory(
  stage: HistoryStage,
  { seed, points }: { readonly seed: number; readonly points: readonly CrashPoint[] },
): Promise<void> {
  const count = points.length
  const steps = fc.array(step, { minLength: 5, maxLength: 5 })
  const histories = fc.array(steps, { minLength: count, maxLength: count })
  const [rounds = []] = fc.sample(histories, { seed, numRuns: 1 })
  stage.sinks.webhooks.answer = failSome(stage.sinks)
  await armAlert(stage)
  for (const [round, point] of points.entries()) {
    await sellPart(stage.scenario, round % traderCount)
    await runStep(stage, { point, steps: rounds[round] ?? [] })
  }
  await startTwo(stage)
  await dropFill(stage)
  await stage.workers.kill()
  await leaveOneOfEach(stage.scenario)
  await startTwo(stage)
}

/** Arms a price alert that is reached already, so it fires while workers crash. */
export async function armAlert({ ctx, scenario: { traders } }: HistoryStage): Promise<void> {
  const { wrappedNative: token } = ctx.chain(1).network
  const facts = { chainId: 1, token, condition: 'above', limitUsd: 1 } as const
  const account = traders[0]?.address ?? token
  await ctx.db.priceAlert.create({ data: { ...facts, account, createdAt: new Date(ctx.now()) } })
}

type Round = { readonly point: CrashPoint; readonly steps: readonly Step[] }

/** One worker settles at a time, so only a lone worker reaches its point; deliveries are shared. */
async function runStep(stage: HistoryStage, { point, steps }: Round): Promise<void> {
  const { workers } = stage
  const isShared = point.startsWith('delivery-')
  const running = { companion: isShared ? await workers.start() : undefined }
  const victim = await workers.start(point)
  for (const next of steps) {
    await take(stage, running, next)
    await delay(next.pauseMs)
  }
  if (running.companion) await workers.kill(running.companion)
  await untilCrashed(stage, { victim, point })
  await workers.kill()
}

/** Places a sell order larger than its owner's balance; call it while no worker settles. */
async function sellPart(scenario: TradingScenario, trader: number): Promise<void> {
  await scenario.refund(trader)
  await scenario.place(trader, 'in parts')
  await scenario.drain(trader, 30n * 10n ** 18n)
}

async function startTwo({ workers }: HistoryStage): Promise<void> {
  await Promise.all([workers.start(), workers.start()])
}

/** Drops the block of a notified fill and waits until the notification is retracted. */
async function dropFill({ ctx, scenario }: HistoryStage): Promise<void> {
  await scenario.place(0, 'market')
  const orderUid = scenario.orders.at(-1)?.uid ?? '0x'
  const untilNotified = (count: number) =>
    until(async () => {
      const where = { orderUid, type: 'order_filled' } as const
      return (await ctx.db.notification.count({ where })) >= count
    })
  await untilNotified(1)
  await scenario.reorganise(8, 0)
  await untilNotified(2)
}

/** Leaves final events behind, never retracted: a partial fill, a shortfall, an expiry, a cancellation. */
async function leaveOneOfEach(scenario: TradingScenario): Promise<void> {
  await sellPart(scenario, 0)
  await scenario.refund(1)
  await scenario.place(1, 'brief')
  await scenario.place(1, 'limit')
  await scenario.cancel(0, 'signed')
  await scenario.place(1, 'limit')
  await scenario.drain(1)
  await scenario.place(2, 'market')
}

/** Rejects one message in eight on its first attempt. */
function failSome({ webhooks }: ChannelSinks): ChannelSinks['webhooks']['answer'] {
  return ({ path, ids: [id = ''] }) => {
    const times = webhooks.idsAt(path).filter((heard) => heard === id).length
    return times === 1 && Number.parseInt(id.slice(2, 4), 16) % 8 === 0 ? 503 : 204
  }
}

type Running = { companion: ChildProcess | undefined }

async function take(stage: HistoryStage, running: Running, next: Step): Promise<void> {
  const { scenario, workers } = stage
  const { what, trader, chance, depth, kept } = next
  if (what === 'reorganise') return scenario.reorganise(depth, kept)
  if (what === 'cancel signed') return scenario.cancel(chance, 'signed')
  if (what === 'cancel on chain') return scenario.cancel(chance, 'on chain')
  if (what === 'drain') return scenario.drain(trader)
  if (what === 'refund') return scenario.refund(trader)
  if (what === 'cut' || (what === 'kill' && !running.companion)) return cutSessions(stage)
  if (what !== 'kill') return scenario.place(trader, what)
  await workers.kill(running.companion)
  running.companion = await workers.start()
}

async function cutSessions({ ctx }: HistoryStage): Promise<void> {
  await ctx.db.$executeRaw`
    SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = ${workerSessions}`
}

/** Gives a worker work until it kills itself. */
async function untilCrashed(
  { scenario }: HistoryStage,
  { victim, point }: { readonly victim: ChildProcess; readonly point: CrashPoint },
): Promise<void> {
  let actions = 0
  await until(async () => {
    const isOver = hasEnded(victim)
    if (!isOver && actions++ % 50 === 0)
      await scenario.place(scenario.orders.length % traderCount, 'market')
    return isOver
  })
  if (victim.signalCode !== 'SIGKILL') throw new Error(`a worker ended before ${point}`)
}
