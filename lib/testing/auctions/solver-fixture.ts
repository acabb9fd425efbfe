import { hashTypedData } from 'viem'
import { sign } from 'viem/accounts'
import { erc20Abi, settlementAbi } from '@/lib/chain/contract-abis'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { defaultSettlement, defaultVaultRelayer } from '@/lib/core/networks'
import { hashOrder, type Order, orderDomain, orderUid } from '@/lib/core/order'
import type { Database } from '@/lib/db/database'
import { createRpc, type Rpc } from '@/lib/devnet/rpc'
import type { NewOrder } from '@/lib/orders/order-record'
import { auctionRole } from '@/lib/settlements/auctioneer/auction-role'
import { runRound, type SettleOutcome } from '@/lib/settlements/auctioneer/run-round'
import { indexBlocks } from '@/lib/settlements/indexing/index-blocks'
import { indexerRole } from '@/lib/settlements/indexing/indexer-role'
import { approve } from '@/lib/testing/chain/chain-actions'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { completeOrder } from '@/lib/testing/orders/sign-test-order'
import { createTestContext } from '@/lib/testing/test-context'
import { plainTerms } from '@/lib/testing/test-order'
import { repeat, until } from '@/lib/testing/until'

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
  // As on a chain of this machine, which tests roll back: on others one node alone proves no reorg.
  const indexing = { ...ctx, config: { ...ctx.config, embeddedChainIds: [1] } }
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
        () => indexBlocks(indexing, { chainId: 1, epoch: 1n }),
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

type Terms = Parameters<typeof completeOrder>[0]

/** The parts that settling needs: an embedded mainnet, a database and a solver's key. */
export type SolverStage = {
  readonly ctx: Context
  readonly network: TestNetwork
  readonly rpc: Rpc
  /** Returns the address of a token by its symbol. */
  readonly token: (symbol: string) => Address
  /** Places an order signed by one of the test accounts, which approves its sell token. */
  readonly place: (account: number, terms: Partial<Terms>) => Promise<NewOrder>
  /** Stores an order of any owner with a given, unverified signature; without interactions by default. */
  readonly placeSigned: (
    order: Order,
    by: Pick<NewOrder, 'owner' | 'signingScheme' | 'signature'> &
      Partial<Pick<NewOrder, 'interactions'>>,
  ) => Promise<NewOrder>
}

type Parts = {
  readonly network: TestNetwork
  readonly db: Database
  readonly environment?: Readonly<Record<string, string>>
}

/** Returns the digest of an order on the embedded mainnet. */
export function digestOf(order: Order): Hex {
  return hashOrder(orderDomain(1, defaultSettlement), order)
}

/** Builds the stage from its parts, with epoch 1 of the auction's leadership. */
export async function setUpSolverStage({ network, db, environment }: Parts): Promise<SolverStage> {
  const ctx = createTestContext({
    db,
    rpcUrls: new Map([[1, network.rpcUrl]]),
    environment: {
      EMBEDDED_CHAIN_IDS: '1',
      SOLVER_PRIVATE_KEY: network.solver.privateKey,
      ...environment,
    },
  })
  await db.leader.create({ data: { role: auctionRole(1), epoch: 1n } })
  const token = (symbol: string) => network.tokens[symbol] ?? '0x'
  const placeSigned: SolverStage['placeSigned'] = async (order, by) => {
    const placed: NewOrder = {
      ...order,
      ...plainTerms,
      ...by,
      uid: orderUid(digestOf(order), by.owner, order.validTo),
      chainId: 1,
      settlementContract: defaultSettlement,
      trueValidTo: order.validTo,
      quoteId: undefined,
      createdAt: new Date(),
    }
    await insertOrder(ctx.db, placed)
    return placed
  }
  let sequence = 0
  const place: SolverStage['place'] = async (index, terms) => {
    const { address: owner, privateKey } = network.accounts[index] ?? network.solver
    const order = completeOrder({
      sellToken: token('WETH'),
      buyToken: token('USDC'),
      sellAmount: 10n ** 18n,
      buyAmount: 1n,
      validTo: 4_000_000_000 + sequence++,
      ...terms,
    })
    const approval = { spender: defaultVaultRelayer, amount: maxUint256 }
    await approve(network.rpcUrl, { token: order.sellToken, owner, ...approval })
    const signature = await sign({ hash: digestOf(order), privateKey, to: 'hex' })
    return placeSigned(order, { owner, signingScheme: 'eip712', signature })
  }
  return { ctx, network, rpc: createRpc(network.rpcUrl), token, place, placeSigned }
}
