import { hashTypedData } from 'viem'
import { sign } from 'viem/accounts'
import { vi } from 'vitest'
import { settlementAbi } from '@/lib/chain/settlement-abi'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { defaultSettlement } from '@/lib/core/networks'
import type { Order } from '@/lib/core/order'
import type { NewOrder } from '@/lib/orders/order-record'
import { type SettleOutcome, settleNext } from '@/lib/settlements/settle-next'
import { digestOf, type SolverStage, setUpSolverStage } from './solver-stage'
import { createTestDatabase } from './test-database'
import { startTestNetwork } from './test-network'

/** A stage for settling that a test file has for itself. */
export type SolverDesk = SolverStage & {
  /** Runs one round, whose waiting `signal` ends. */
  readonly settle: (signal?: AbortSignal) => Promise<SettleOutcome>
  /** How much of an order the contract has executed. */
  readonly filled: (order: Pick<NewOrder, 'uid'>) => Promise<bigint>
  /** Starts a round that nobody mines, as a worker that stops after it has sent. */
  readonly leavePending: () => Promise<Hex>
  readonly close: () => Promise<void>
}

/** Opens the desk with epoch 1 of the auction's leadership; close it in `afterAll`. */
export async function openSolverDesk(
  environment: Readonly<Record<string, string>> = {},
): Promise<SolverDesk> {
  const [network, database] = await Promise.all([
    startTestNetwork({ chainId: 1 }),
    createTestDatabase(),
  ])
  const stage = await setUpSolverStage({ network, db: database.db, environment })
  const { ctx, rpc } = stage
  const settle: SolverDesk['settle'] = (signal) =>
    settleNext(ctx, { chainId: 1, epoch: 1n, ...(signal ? { signal } : {}) })
  return {
    ...stage,
    settle,
    filled: ({ uid }) =>
      ctx.chain(1).client.readContract({
        address: defaultSettlement,
        abi: settlementAbi,
        functionName: 'filledAmount',
        args: [uid],
      }),
    leavePending: async () => {
      await rpc('evm_setAutomine', [false])
      const stop = new AbortController()
      const round = settle(stop.signal)
      await untilSent(ctx)
      stop.abort()
      const { txHash } = await round
      if (!txHash) throw new Error('nothing was sent')
      return txHash
    },
    close: async () => {
      await Promise.all([network.stop(), database.drop()])
    },
  }
}

/** Waits until a settlement is on its way. */
export async function untilSent({ db }: Pick<Context, 'db'>): Promise<void> {
  await vi.waitUntil(() => db.settlementTransaction.count({ where: { state: 'sent' } }), {
    timeout: 20_000,
    interval: 50,
  })
}

/** A Safe, its network (mainnet unless told) and the key of its one owner. */
type OwnedSafe = { readonly safe: Address; readonly ownerKey: Hex; readonly chainId?: number }

/** A Safe's signature over an order by its owner's key. */
export async function signAsSafe(order: Order, wallet: OwnedSafe): Promise<Hex> {
  return signDigestAsSafe(digestOf(order), wallet)
}

/** A Safe's signature over a digest by its owner's key. */
export async function signDigestAsSafe(
  digest: Hex,
  { safe, ownerKey, chainId = 1 }: OwnedSafe,
): Promise<Hex> {
  const hash = hashTypedData({
    domain: { chainId, verifyingContract: safe },
    types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
    primaryType: 'SafeMessage',
    message: { message: digest },
  })
  return sign({ hash, privateKey: ownerKey, to: 'hex' })
}
