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

/** An order that was taken in, and whether its owner's signed cancellation was. */
export type PlacedOrder = Order & {
  readonly uid: Hex
  readonly owner: Address
  isCancelled: boolean
}

/**
 * How an order is placed: at any price, so that it is settled at once; at a price that nobody pays; the same for some
 * seconds only; or to be filled in parts by what its owner has.
 */
export type Manner = 'market' | 'limit' | 'brief' | 'in parts'

/** Accounts that trade on a chain, whose blocks can be dropped. */
export type TradingFloor = {
  readonly traders: readonly TestAccount[]
  /** All orders that were taken in. */
  readonly orders: readonly PlacedOrder[]
  /** The block above which all of this happens. */
  readonly base: number
  /** Places an order, unless the service refuses it. */
  readonly place: (trader: number, manner: Manner) => Promise<void>
  /** Cancels one of the orders that wait, the newest is number 0: by signature, or on chain. */
  readonly cancel: (number: number, how: 'signed' | 'on chain') => Promise<void>
  /** Takes all but `left` atoms of the token that waiting orders sell from a trader, or gives it some. */
  readonly drain: (trader: number, left?: bigint) => Promise<void>
  readonly refund: (trader: number) => Promise<void>
  /** Replaces the newest blocks; the first `kept` of the transactions in them come again. */
  readonly reorganise: (depth: number, kept: number) => Promise<void>
}

const chainId = 1
const unit = 10n ** 18n
/** What a trader has of the token that waiting orders sell, at first and after each refund. */
const stake = 1_000n * unit

/** Opens a floor for the first test accounts, with orders placed through `ctx`, whose clock it sets. */
export async function openTradingFloor(
  ctx: Context & { readonly clock: { readonly set: (ms: number) => void } },
  network: TestNetwork,
  count: number,
): Promise<TradingFloor> {
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
  const drain: TradingFloor['drain'] = async (trader, left = 0n) => {
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
    // No two orders are alike.
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
      // An hour-long order and one of some seconds are both a minute ahead of this.
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

/** What came of it; undefined: the service refused, as it does what is late or cannot be paid. */
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
    const block = await rpc('eth_getBlockByNumber', [quantity(number), false])
    hashes.push(...(block as { transactions: Hex[] }).transactions)
  }
  const again = hashes.slice(0, kept).map((hash) => rpc('eth_getRawTransactionByHash', [hash]))
  const transactions = (await Promise.all(again)).map((raw, index) => [
    raw,
    Math.min(index, dropped - 1),
  ])
  await rpc('anvil_reorg', [dropped, transactions])
}
