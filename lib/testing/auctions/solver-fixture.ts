import { hashTypedData } from 'viem'
import { sign } from 'viem/accounts'
import { erc20Abi, settlementAbi } from '@/lib/chain/contract-abis'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { defaultSettlement } from '@/lib/core/networks'
import type { Order } from '@/lib/core/order'
import type { NewOrder } from '@/lib/orders/order-record'
import { runRound, type SettleOutcome } from '@/lib/settlements/auctioneer/run-round'
import { indexBlocks } from '@/lib/settlements/indexing/index-blocks'
import { indexerRole } from '@/lib/settlements/indexing/indexer-role'
import { repeat, until } from '@/lib/testing/until'
import { digestOf, type SolverStage, setUpSolverStage } from './solver-stage'

/** A settlement stage for one test file. */
export type SolverFixture = SolverStage & {
  /** Runs one round; `signal` ends its waits. */
  readonly settle: (signal?: AbortSignal) => Promise<SettleOutcome>
  /** Returns the executed amount of an order by the settlement contract. */
  readonly filled: (order: Pick<NewOrder, 'uid'>) => Promise<bigint>
  /** Returns an account's balance of a token in atoms. */
  readonly balanceOf: (token: Address, account: Address) => Promise<bigint>
  /** Indexes to the head, by epoch 1 of the indexer's leadership. */
  readonly index: () => Promise<void>
  /** Starts a round whose transaction is not mined, as by a worker that stops after submission. */
  readonly leavePending: () => Promise<Hex>
}

/** Opens the fixture with epoch 1 of the auction's and the indexer's leadership. */
export async function openSolverFixture(
  parts: Parameters<typeof setUpSolverStage>[0],
): Promise<SolverFixture> {
  const stage = await setUpSolverStage(parts)
  const { ctx, rpc } = stage
  await ctx.db.leader.create({ data: { role: indexerRole(1), epoch: 1n } })
  const settle: SolverFixture['settle'] = (signal) =>
    runRound(ctx, { chainId: 1, epoch: 1n, ...(signal ? { signal } : {}) })
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
    balanceOf: (token, account) =>
      ctx.chain(1).client.readContract({
        address: token,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [account],
      }),
    index: async () => {
      await repeat(
        () => indexBlocks(ctx, { chainId: 1, epoch: 1n }),
        (state) => state === 'at-head',
      )
    },
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
  }
}

/** Waits until a settlement transaction is sent. */
export async function untilSent({ db }: Pick<Context, 'db'>): Promise<void> {
  await until(async () => (await db.settlementTransaction.count({ where: { state: 'sent' } })) > 0)
}

/** A Safe, its network (mainnet by default) and the key of its one owner. */
type OwnedSafe = { readonly safe: Address; readonly ownerKey: Hex; readonly chainId?: number }

/** Signs an order for a Safe with its owner's key. */
export async function signAsSafe(order: Order, wallet: OwnedSafe): Promise<Hex> {
  return signDigestAsSafe(digestOf(order), wallet)
}

/** Signs a digest for a Safe with its owner's key. */
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
