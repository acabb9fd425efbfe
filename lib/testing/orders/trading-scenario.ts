import { encodeFunctionData, erc20Abi } from 'viem'
import { sign } from 'viem/accounts'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { isServiceError } from '@/lib/core/errors'
import { defaultSettlement, defaultVaultRelayer } from '@/lib/core/networks'
import { type Order, orderDomain } from '@/lib/core/order'
import { digestCancellation } from '@/lib/core/order-digest'
import type { TestAccount } from '@/lib/devnet/accounts'
import { createRpc, quantity, type Rpc, sendTransaction } from '@/lib/devnet/rpc'
import { cancelOrder } from '@/lib/orders/cancellation/cancel-order'
import { placeOrder } from '@/lib/orders/placement/place-order'
import { approve } from '@/lib/testing/chain/chain-actions'
import { invalidation } from '@/lib/testing/chain/index-fixture'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { completeOrder, signTestOrder } from './sign-test-order'

/** An accepted order, and whether its owner's signed cancellation was accepted. */
export type PlacedOrder = Order & {
  readonly uid: Hex
  readonly owner: Address
  isCancelled: boolean
}

/**
 * The kind of order: `market` fills at once; `limit` has an unreachable price; `brief` is a limit order that expires
 * within seconds; `in parts` is partially fillable up to its owner's balance.
 */
export type Manner = 'market' | 'limit' | 'brief' | 'in parts'

/** Accounts that trade on a chain with reorgs. */
export type TradingScenario = {
  readonly traders: readonly TestAccount[]
  /** All accepted orders. */
  readonly orders: readonly PlacedOrder[]
  /** The block number at which the scenario starts. */
  readonly base: number
  /** Places an order, unless the service rejects it. */
  readonly place: (trader: number, manner: Manner) => Promise<void>
  /** Cancels open order `number` (0 is the newest), by signature or on chain. */
  readonly cancel: (number: number, how: 'signed' | 'on chain') => Promise<void>
  /** Takes all but `left` atoms of the token that resting orders sell from a trader; `refund` restores it. */
  readonly drain: (trader: number, left?: bigint) => Promise<void>
  readonly refund: (trader: number) => Promise<void>
  /** Reorgs the newest `depth` blocks; the first `kept` of their transactions are included again. */
  readonly reorganise: (depth: number, kept: number) => Promise<void>
}

const chainId = 1
const unit = 10n ** 18n
/** A trader's initial balance, in atoms, of the token that resting orders sell; refunds restore it. */
const stake = 1_000n * unit

/** Opens the scenario for the first test accounts; orders go through `ctx`, whose clock it sets. */
export async function openTradingScenario(
  ctx: Context & { readonly clock: { readonly set: (ms: number) => void } },
  network: TestNetwork,
  count: number,
): Promise<TradingScenario> {
  const { rpcUrl, accounts } = network
  const rpc = createRpc(rpcUrl)
  const traders = accounts.slice(1, count + 1)
  const bank = accounts[8]?.address ?? '0x'
  const { WETH = '0x', USDC = '0x', DAI = '0x' } = network.tokens
  const transfer = async (from: Address, to: Address, amount: bigint) => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
    await sendTransaction(rpc, { from, to: DAI, data })
  }
  const balanceOf = async (owner: Address) => {
    const { client } = ctx.chain(chainId)
    return client.readContract({
      address: DAI,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [owner],
    })
  }
  const drain: TradingScenario['drain'] = async (trader, left = 0n) => {
    const owner = traders[trader]?.address ?? '0x'
    const surplus = (await balanceOf(owner)) - left
    if (surplus > 0n) await transfer(owner, bank, surplus)
  }
  for (const [index, { address: owner }] of traders.entries()) {
    for (const token of [WETH, DAI]) {
      await approve(rpcUrl, { token, owner, spender: defaultVaultRelayer, amount: maxUint256 })
    }
    await drain(index, stake)
  }
  const base = Number(await rpc('eth_blockNumber', []))
  const orders: PlacedOrder[] = []
  const termsOf = (manner: Manner): Order => {
    // Unique amounts give unique order uids.
    const sequence = BigInt(orders.length + 1)
    const now = Math.floor(Date.now() / 1_000)
    const waiting = { sellToken: DAI, buyToken: WETH, sellAmount: 100n * unit + sequence }
    const never = { ...waiting, buyAmount: 10n ** 30n }
    const long = { validTo: now + 3_600 + orders.length }
    const terms = {
      market: {
        sellToken: WETH,
        buyToken: USDC,
        sellAmount: unit / 100n + sequence,
        buyAmount: 1n,
      },
      limit: never,
      brief: { ...never, validTo: now + 3 + (orders.length % 4) },
      'in parts': { ...waiting, buyAmount: 1n, partiallyFillable: true },
    } as const
    return completeOrder({ ...long, ...terms[manner] })
  }
  return {
    ...{ traders, orders, base, drain },
    place: async (trader, manner) => {
      const { address: owner, privateKey } = traders[trader] ?? network.solver
      const terms = termsOf(manner)
      // Both a one-hour order and one of a few seconds are at least a minute ahead of this clock.
      ctx.clock.set(Date.now() - 70_000)
      const input = await signTestOrder(terms, { privateKey })
      const uid = await unlessRefused(placeOrder(ctx, input))
      if (uid) orders.push({ ...terms, uid, owner, isCancelled: false })
    },
    cancel: async (number, how) => {
      const waiting = orders.filter(
        ({ isCancelled, buyToken }) => !isCancelled && buyToken === WETH,
      )
      const order = waiting.reverse()[number % waiting.length]
      if (!order) return
      if (how === 'on chain') return sendInvalidation(rpc, order)
      const { privateKey } =
        traders.find(({ address }) => address === order.owner) ?? network.solver
      const digest = digestCancellation(orderDomain(chainId, defaultSettlement), order.uid)
      const signature = await sign({ hash: digest, privateKey, to: 'hex' })
      ctx.clock.set(Date.now())
      const input = { uid: order.uid, signature, signingScheme: 'eip712', chainId } as const
      const isTaken = cancelOrder(ctx, input).then(() => true)
      order.isCancelled = (await unlessRefused(isTaken)) ?? false
    },
    refund: async (trader) => transfer(bank, traders[trader]?.address ?? '0x', stake),
    reorganise: (depth, kept) => reorganise(rpc, { base, depth, kept }),
  }
}

async function sendInvalidation(rpc: Rpc, { owner, uid }: PlacedOrder): Promise<void> {
  await sendTransaction(rpc, invalidation({ owner, uid }))
}

/** Returns the result, or undefined if the service rejected it, e.g. as expired or unfunded. */
async function unlessRefused<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (isServiceError(error) && error.code !== 'InternalServerError') return undefined
    throw error
  }
}

type Reorganisation = { readonly base: number; readonly depth: number; readonly kept: number }

async function reorganise(rpc: Rpc, { base, depth, kept }: Reorganisation): Promise<void> {
  const head = Number(await rpc('eth_blockNumber', []))
  const dropped = Math.min(depth, head - base)
  if (dropped === 0) return
  const hashes: Hex[] = []
  for (let number = head - dropped + 1; number <= head; number++) {
    hashes.push(...((await readBlock(rpc, number))?.transactions ?? []))
  }
  const again = hashes.slice(0, kept).map((hash) => rpc('eth_getRawTransactionByHash', [hash]))
  const transactions = (await Promise.all(again)).map((raw, index) => [
    raw,
    Math.min(index, dropped - 1),
  ])
  await rpc('anvil_reorg', [dropped, transactions])
  await closeGap(rpc, head - dropped)
}

/** Reorgs the chain from its first missing block: Anvil loses blocks for good if it mines during a reorg. */
async function closeGap(rpc: Rpc, ancestor: number): Promise<void> {
  const head = Number(await rpc('eth_blockNumber', []))
  for (let number = ancestor + 1; number <= head; number++) {
    if (await readBlock(rpc, number)) continue
    await rpc('anvil_reorg', [head - number + 1, []])
    return closeGap(rpc, number - 1)
  }
}

async function readBlock(rpc: Rpc, number: number): Promise<{ transactions: Hex[] } | null> {
  const block = await rpc('eth_getBlockByNumber', [quantity(number), false])
  return block as { transactions: Hex[] } | null
}
