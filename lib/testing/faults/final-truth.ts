import { erc20Abi } from 'viem'
import { settlementAbi } from '@/lib/chain/contract-abis'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { defaultSettlement } from '@/lib/core/networks'
import type { PlacedOrder } from '@/lib/testing/orders/trading-scenario'

/** The notifications that owners must have in the end, by the final chain and the accepted off-chain cancellations. */
export type FinalTruth = {
  /** `type|uid|txHash` or `type|uid|reason`, sorted. */
  readonly facts: readonly string[]
  /** How many shortfalls each order may have had, and must have had. */
  readonly shortfalls: ReadonlyMap<Hex, { readonly min: number; readonly max: number }>
}

const chainId = 1
const minImprovementBps = 10n

type OrdersSince = {
  readonly orders: readonly PlacedOrder[]
  /** The block number at which the history starts. */
  readonly base: number
}

/** Derives the expected notifications of orders from the chain alone, independently of the service's own data. */
export async function readFinalTruth(ctx: Context, scope: OrdersSince): Promise<FinalTruth> {
  const { client } = ctx.chain(chainId)
  const from = { fromBlock: BigInt(scope.base), strict: true } as const
  const source = { address: defaultSettlement, abi: settlementAbi, ...from } as const
  const [trades, invalidations, pending] = await Promise.all([
    client.getContractEvents({ ...source, eventName: 'Trade' }),
    client.getContractEvents({ ...source, eventName: 'OrderInvalidated' }),
    client.getBlock({ blockTag: 'pending' }),
  ])
  const times = new Map<bigint, number>()
  for (const { blockNumber } of invalidations) {
    times.set(blockNumber, Number((await client.getBlock({ blockNumber })).timestamp))
  }
  const nowSeconds = Math.min(Number(pending.timestamp), Math.floor(Date.now() / 1_000))
  const facts: string[] = []
  const balances = new Map<string, readonly bigint[]>()
  const shortfalls = new Map<Hex, { min: number; max: number }>()
  for (const order of scope.orders) {
    const own = trades.filter(({ args }) => args.orderUid === order.uid)
    const fills = own.map(({ args, transactionHash }) => ({ ...args, txHash: transactionHash }))
    const first = invalidations.find(
      ({ args, blockNumber }) =>
        args.orderUid === order.uid && (times.get(blockNumber) ?? 0) <= order.validTo,
    )
    const { notices, isOpen } = judge(order, {
      fills,
      invalidatedBy: first?.transactionHash,
      nowSeconds,
    })
    facts.push(...notices)
    const purse = `${order.owner} ${order.sellToken}`
    const holding = { token: order.sellToken, owner: order.owner, base: scope.base }
    const history = balances.get(purse) ?? (await listBalances(ctx, holding))
    balances.set(purse, history)
    shortfalls.set(order.uid, countShortfalls(order, { balances: history, isOpen }))
  }
  return { facts: facts.sort(), shortfalls }
}

type Fill = { readonly txHash: Hex; readonly sellAmount: bigint; readonly buyAmount: bigint }

type Facts = {
  /** In chain order. */
  readonly fills: readonly Fill[]
  readonly invalidatedBy: Hex | undefined
  readonly nowSeconds: number
}

/** All orders are sell orders without a fee. */
function judge(order: PlacedOrder, { fills, invalidatedBy, nowSeconds }: Facts) {
  const { uid, sellAmount, buyAmount, validTo, isCancelled } = order
  const notices: string[] = []
  let sold = 0n
  for (const fill of fills) {
    sold += fill.sellAmount
    const type = sold >= sellAmount ? 'order_filled' : 'order_partially_filled'
    notices.push(`${type}|${uid}|${fill.txHash}`)
    const expected = (fill.sellAmount * buyAmount + sellAmount - 1n) / sellAmount
    const bps = ((fill.buyAmount - expected) * 10_000n) / expected
    if (bps >= minImprovementBps) notices.push(`price_improvement|${uid}|${fill.txHash}`)
  }
  const isFilled = sold >= sellAmount
  if (isCancelled) notices.push(`order_cancelled|${uid}|user_signature`)
  else if (invalidatedBy && !isFilled) notices.push(`order_cancelled|${uid}|${invalidatedBy}`)
  const isOver = isFilled || isCancelled || invalidatedBy !== undefined
  const isExpired = !isOver && validTo < nowSeconds
  if (isExpired) notices.push(`order_expired|${uid}`)
  return { notices, isOpen: !isOver && !isExpired }
}

type Funds = { readonly balances: readonly bigint[]; readonly isOpen: boolean }

/** At most one per run of blocks with too low a balance, and at least one if the last run persists. */
function countShortfalls(
  { sellAmount, partiallyFillable }: PlacedOrder,
  { balances, isOpen }: Funds,
) {
  const needed = partiallyFillable ? 1n : sellAmount
  const isShort = balances.map((balance) => balance < needed)
  const max = isShort.filter((short, index) => short && !isShort[index - 1]).length
  return { min: isOpen && isShort.at(-1) ? 1 : 0, max }
}

type Holding = { readonly token: Address; readonly owner: Address; readonly base: number }

/** Returns an account's token balance before the history and after each block that changed it. */
async function listBalances(ctx: Context, { token, owner, base }: Holding): Promise<bigint[]> {
  const { client } = ctx.chain(chainId)
  const read = { address: token, abi: erc20Abi } as const
  const moved = await client.getContractEvents({
    ...read,
    eventName: 'Transfer',
    fromBlock: BigInt(base + 1),
    strict: true,
  })
  const own = moved.filter(({ args }) =>
    [args.from, args.to].some((party) => party.toLowerCase() === owner),
  )
  const blocks = [BigInt(base), ...new Set(own.map(({ blockNumber }) => blockNumber))]
  const balances: bigint[] = []
  for (const blockNumber of blocks) {
    const call = { ...read, functionName: 'balanceOf', args: [owner] } as const
    balances.push(await client.readContract({ ...call, blockNumber }))
  }
  return balances
}
