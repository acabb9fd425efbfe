import type { Context } from '@/lib/context'
import { runRound, type SettleOutcome } from '@/lib/settlements/auctioneer/run-round'
import { type NodeProxy, startNodeProxy } from '@/lib/testing/chain/node-proxy'
import { type PrivateRelay, startPrivateRelay } from '@/lib/testing/chain/private-relay'
import { createTestContext } from '@/lib/testing/test-context'
import { until } from '@/lib/testing/until'
import type { SolverFixture } from './solver-fixture'

/** Workers that submit to a private relay, over a chain whose mining is manual and a node that is recorded. */
export type PrivateStage = {
  readonly relay: PrivateRelay
  readonly node: NodeProxy
  /** A worker, as after a restart. */
  readonly openWorker: (environment?: Readonly<Record<string, string>>) => Context
  /** Runs a worker's round. */
  readonly settle: (worker: Context, signal?: AbortSignal) => Promise<SettleOutcome>
  /** Places an order, whose owner's approval is mined. */
  readonly place: (account: number) => ReturnType<SolverFixture['place']>
  /** The calls of the public node by which a transaction becomes known or is asked for. */
  readonly publicBytes: () => NodeProxy['requests']
  /** Waits until the relay keeps a transaction. */
  readonly untilKept: () => Promise<void>
  /** Mines blocks without the relay's transactions until the round ends. */
  readonly mineUntil: <T>(round: Promise<T>) => Promise<T>
  readonly newest: () => ReturnType<Context['db']['settlementTransaction']['findFirstOrThrow']>
  /** Ends what is pending, and closes relay and node. */
  readonly close: () => Promise<void>
}

/** Milliseconds between two blocks: more than a worker's poll, so that it sees each head. */
const blockMs = 800

/** Opens the stage for one test; earlier orders take no part. */
export async function openPrivateStage({
  ctx: { db },
  network,
  rpc,
  place,
}: SolverFixture): Promise<PrivateStage> {
  await db.order.updateMany({ data: { status: 'cancelled' } })
  const relay = await startPrivateRelay(network.rpcUrl)
  const node = await startNodeProxy(network.rpcUrl)
  await rpc('evm_setAutomine', [false])
  return {
    relay,
    node,
    openWorker: (environment = {}) =>
      createTestContext({
        db,
        rpcUrls: new Map([[1, node.url]]),
        environment: {
          EMBEDDED_CHAIN_IDS: '1',
          SOLVER_PRIVATE_KEY: network.solver.privateKey,
          SUBMIT_URL_1: `private,${relay.url}`,
          ...environment,
        },
      }),
    settle: (worker, signal) =>
      runRound(worker, { chainId: 1, epoch: 1n, ...(signal ? { signal } : {}) }),
    place: async (account) => {
      await rpc('evm_setAutomine', [true])
      const order = await place(account, { sellAmount: 10n ** 17n })
      await rpc('evm_setAutomine', [false])
      return order
    },
    publicBytes: () =>
      node.requests.filter(({ method }) =>
        ['eth_sendRawTransaction', 'eth_getTransactionByHash'].includes(method),
      ),
    untilKept: () => until(() => relay.kept.size > 0),
    mineUntil: async (round) => {
      let isDone = false
      const done = round.finally(() => {
        isDone = true
      })
      while (!isDone) {
        await rpc('evm_mine', [])
        await Promise.race([done, new Promise((resolve) => setTimeout(resolve, blockMs))])
      }
      return done
    },
    newest: () => db.settlementTransaction.findFirstOrThrow({ orderBy: { id: 'desc' } }),
    close: async () => {
      await rpc('evm_setAutomine', [true])
      await db.settlementTransaction.updateMany({
        where: { state: { in: ['prepared', 'sent'] } },
        data: { state: 'abandoned' },
      })
      await relay.stop()
      await node.close()
    },
  }
}
