import { readGasMarket } from '@/lib/chain/gas-market'
import { interactionGas } from '@/lib/chain/simulation/trampoline'
import { type Context, defineCache, defineSlot } from '@/lib/context'
import { nativeToken } from '@/lib/core/address'
import { ceilDiv } from '@/lib/core/amount'
import { setBounded } from '@/lib/core/bounded-map'
import { dependencyDown, isServiceError } from '@/lib/core/errors'
import { findHolder, type Pool } from '@/lib/liquidity/pool'
import { readPools } from '@/lib/liquidity/pools/read-pools'
import { admitKnownPools, admitPools } from '@/lib/routing/graph/filter-pools'
import { checkTokens } from '@/lib/tokens/policy/check-tokens'
import type { Pair } from './check-pair'
import type { OppositeOrder } from './estimator'
import { contractSignatureGas, defaultTimeoutMs, type Question, type QuoteSize } from './quote'

/** Open orders that sell what a pair buys for what it sells, most generous first. */
export type Inventory = (
  ctx: Context,
  input: { readonly chainId: number; readonly pair: Pair },
) => Promise<readonly OppositeOrder[]>

/** What a quote is made of: the pools of one block, what gas costs, and open orders that go the other way. */
export type QuoteMarket = {
  /** Those that routes may pass. */
  readonly pools: readonly Pool[]
  /** All that were read. */
  readonly allPools: readonly Pool[]
  readonly blockNumber: bigint
  /** Wei per unit of gas, with what it may rise by until the order is settled. */
  readonly gasPrice: bigint
  readonly inventory: readonly OppositeOrder[]
}

/** Milliseconds for which a gas price counts. */
const gasPriceMs = 500

/** Pairs whose last market is kept, and how long it counts: ten blocks, a minute at least. */
const maxMarkets = 500
const maxMarketBlocks = 10
const minMarketMs = 60_000

/** A market or why there is none, and when that reading began (Unix milliseconds). */
type LastReading = { readonly atMs: number } & (
  | { readonly market: QuoteMarket }
  | { readonly error: unknown }
)

/**
 * Reads what a quote is made of, and checks its tokens. Pools are those that routes may pass (see `admitPools`); a `fast`
 * quote does not wait until tokens on the way are tried. What comes of it is kept for {@link findLastMarket}, also when
 * nobody waits for it any more.
 *
 * @throws {ServiceError} UnsupportedToken, or InternalServerError when the network's RPC does not answer.
 */
export async function readQuoteMarket(
  ctx: Context,
  question: Question,
  inventory: Inventory | undefined,
): Promise<QuoteMarket> {
  const readings = lastReadings(ctx)
  const key = marketKey(question)
  const atMs = ctx.now()
  const keep = (value: LastReading) => {
    if ((readings.get(key)?.atMs ?? 0) <= atMs)
      setBounded(readings, { key, value, max: maxMarkets })
  }
  try {
    const market = await readMarket(ctx, question, inventory)
    keep({ market, atMs })
    return market
  } catch (error) {
    // A node that is down says so soon; what takes longer is no more than slow.
    if (ctx.now() - atMs < defaultTimeoutMs) keep({ error, atMs })
    throw error
  }
}

/**
 * The market of a pair, in either direction, as this process read it last; undefined where it never did, or where that is
 * more than ten blocks and a minute ago.
 *
 * @throws what the last reading failed with, as {@link readQuoteMarket} does.
 */
export function findLastMarket(ctx: Context, question: Question): QuoteMarket | undefined {
  const last = lastReadings(ctx).get(marketKey(question))
  const { blockSeconds } = ctx.chain(question.request.chainId).network
  const maxMs = Math.max(minMarketMs, maxMarketBlocks * blockSeconds * 1_000)
  if (!last || ctx.now() - last.atMs > maxMs) return undefined
  if ('error' in last) throw last.error
  return last.market
}

const lastReadings = defineSlot('quotes/last-readings', () => new Map<string, LastReading>())

function marketKey({ request, pair }: Question): string {
  return `${request.chainId}/${[pair.sellToken, pair.buyToken].sort().join('/')}`
}

/** Wei for a unit of gas, with a reserve. */
export const gasPrices = defineCache<bigint>('quotes/gas-price', { forMs: gasPriceMs, max: 1 })

async function readMarket(
  ctx: Context,
  { request, pair }: Question,
  inventory: Inventory | undefined,
): Promise<QuoteMarket> {
  const { chainId, sellToken, buyToken } = request
  const askGasPrice = async () =>
    withReserve(ctx, chainId, (await readGasMarket(ctx, chainId)).price)
  // An order that sells the wrapped token does not pay the native one.
  const isMatched = request.priceQuality !== 'fast' && buyToken !== nativeToken
  const reading = readPools(ctx, { chainId, tokens: [pair.sellToken, pair.buyToken] })
  const [{ pools, blockNumber }, gasPrice, orders] = await Promise.all([
    reading,
    gasPrices(ctx, { scope: chainId, key: '', load: askGasPrice }),
    // The pools give a price without them.
    isMatched && inventory ? inventory(ctx, { chainId, pair }).catch(() => []) : [],
    checkTokens(ctx, {
      chainId,
      addresses: [sellToken, buyToken],
      holderOf: async (token) => findHolder((await reading).pools, token),
    }),
  ]).catch((cause) => {
    throw isServiceError(cause) ? cause : dependencyDown('the network', cause)
  })
  const admit = request.priceQuality === 'fast' ? admitKnownPools : admitPools
  const trades = [{ ...pair, ...amountOf(request.size) }]
  const admission = await admit(ctx, { chainId, pools, trades })
  return { pools: admission.pools, allPools: pools, blockNumber, gasPrice, inventory: orders }
}

/** The amount that is asked for, with what it has to pay for the settlement. */
function amountOf(size: QuoteSize): { sellAmount: bigint } | { buyAmount: bigint } {
  if ('buyAmountAfterFee' in size) return { buyAmount: size.buyAmountAfterFee }
  const sellAmount =
    'sellAmountBeforeFee' in size ? size.sellAmountBeforeFee : size.sellAmountAfterFee
  return { sellAmount }
}

/**
 * A settlement has to keep all that its gas costs then, so a quote reckons with more than gas costs now; what is not
 * needed the order gets. On embedded networks nothing has to be kept.
 */
function withReserve({ config }: Context, chainId: number, gasPrice: bigint): bigint {
  if (config.embeddedChainIds.includes(chainId)) return gasPrice
  return ceilDiv(gasPrice * BigInt(10_000 + config.gasPriceBufferBps), 10_000n)
}

/** The gas that a contract signature and hooks take, as far as they say. */
export function extraGasOf({ request, interactions }: Question): bigint {
  const { signingScheme, verificationGasLimit = contractSignatureGas } = request
  const signature = signingScheme === 'eip1271' ? verificationGasLimit : 0n
  return signature + interactionGas(interactions)
}
