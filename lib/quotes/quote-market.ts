import { readBytePrice } from '@/lib/chain/data-fee'
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
import type { Pair } from './check-request'
import type { OppositeOrder } from './estimator'
import {
  contractSignatureGas,
  defaultTimeoutMs,
  extraTransferGas,
  type Question,
  type QuoteSize,
} from './quote'
import { interactionBytes } from './settlement-bytes'

/** Returns the open orders opposite to a pair, best limit price first. */
export type Inventory = (
  ctx: Context,
  input: { readonly chainId: number; readonly pair: Pair },
) => Promise<readonly OppositeOrder[]>

/** The market data of a quote: one block's pools, the gas price and opposite open orders. */
export type QuoteMarket = {
  /** The pools that routes may use. */
  readonly pools: readonly Pool[]
  /** All pools that were read. */
  readonly allPools: readonly Pool[]
  readonly blockNumber: bigint
  /** Wei per unit of gas, including a margin for its rise until settlement. */
  readonly gasPrice: bigint
  /** Wei per byte of a settlement, with the same margin. */
  readonly bytePrice: bigint
  readonly inventory: readonly OppositeOrder[]
  /** Gas of the tokens' transfers beyond plain ones, by a trial of each. */
  readonly transferGas: bigint
}

/** Milliseconds for which a gas price is cached; shorter than a block, so that concurrent quotes share a read. */
const gasPriceMs = 500

/** Maximum number of pairs whose last market is cached, to bound memory. */
const maxMarkets = 500

/**
 * How long the last market serves requests with a short timeout, in blocks and at least in milliseconds. Their quotes
 * are unverified; prices seldom move by more than a slippage tolerance meanwhile.
 */
const maxMarketBlocks = 10
const minMarketMs = 60_000

/** A market or the reason why there is none, and when the read began (Unix milliseconds). */
type LastReading = { readonly atMs: number } & (
  | { readonly market: QuoteMarket }
  | { readonly error: unknown }
)

/**
 * Reads the market of a pair and checks its tokens. `admitPools` selects the pools that routes may use; a `fast` quote
 * does not wait for tests of intermediate tokens. The result is cached for {@link findLastMarket}, even if the caller
 * has given up.
 * @throws {ServiceError} UnsupportedToken, or InternalServerError if the network's RPC or the database does not answer.
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
    // An unreachable node fails early; a read that takes longer is merely slow.
    if (ctx.now() - atMs < defaultTimeoutMs) keep({ error, atMs })
    throw error
  }
}

/**
 * Returns the market of a pair, in either direction, as this process read it last; undefined if it never did, or more
 * than ten blocks and a minute ago.
 * @throws the error of the last read, as {@link readQuoteMarket} does.
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

/** Wei per unit of gas and per byte, including a margin. */
type NetworkPrices = Pick<QuoteMarket, 'gasPrice' | 'bytePrice'>

export const gasPrices = defineCache<NetworkPrices>('quotes/gas-price', {
  forMs: gasPriceMs,
  max: 1,
})

async function readMarket(
  ctx: Context,
  { request, pair }: Question,
  inventory: Inventory | undefined,
): Promise<QuoteMarket> {
  const { chainId, sellToken, buyToken } = request
  const requestPrices = async () => {
    const { price } = await readGasMarket(ctx, chainId)
    const bytePrice = await readBytePrice(ctx, chainId, price)
    const withMargin = (wei: bigint) => withReserve(ctx, chainId, wei)
    return { gasPrice: withMargin(price), bytePrice: withMargin(bytePrice) }
  }
  // Opposite orders pay in the wrapped token, so they cannot serve a buyer of the native one.
  const isMatched = request.priceQuality !== 'fast' && buyToken !== nativeToken
  const reading = readPools(ctx, { chainId, tokens: [pair.sellToken, pair.buyToken] })
  const [{ pools, blockNumber }, prices, orders, transferGas] = await Promise.all([
    reading,
    gasPrices(ctx, { scope: chainId, key: '', load: requestPrices }),
    // The pools suffice for a price.
    isMatched && inventory ? inventory(ctx, { chainId, pair }).catch(() => []) : [],
    checkTokens(ctx, {
      chainId,
      addresses: [sellToken, buyToken],
      holderOf: async (token) => findHolder((await reading).pools, token),
    }),
  ]).catch((cause) => {
    // Reads of the network name it in their own errors.
    throw isServiceError(cause) ? cause : dependencyDown('the database', cause)
  })
  const admit = request.priceQuality === 'fast' ? admitKnownPools : admitPools
  const trades = [{ ...pair, ...amountOf(request.size) }]
  const admission = await admit(ctx, { chainId, pools, trades })
  return {
    ...{ pools: admission.pools, allPools: pools, blockNumber, ...prices, inventory: orders },
    transferGas: extraTransferGas(transferGas.values()),
  }
}

/** The requested amount as a trade. */
function amountOf(size: QuoteSize): { sellAmount: bigint } | { buyAmount: bigint } {
  if ('buyAmountAfterFee' in size) return { buyAmount: size.buyAmountAfterFee }
  const sellAmount =
    'sellAmountBeforeFee' in size ? size.sellAmountBeforeFee : size.sellAmountAfterFee
  return { sellAmount }
}

/**
 * A settlement must cover its gas at the price of its block, so a quote assumes more than today's gas price; the unused
 * part goes to the order. Embedded networks need no margin.
 */
function withReserve({ config }: Context, chainId: number, gasPrice: bigint): bigint {
  if (config.embeddedChainIds.includes(chainId)) return gasPrice
  return ceilDiv(gasPrice * BigInt(10_000 + config.gasPriceBufferBps), 10_000n)
}

/**
 * Bytes of the contract signature and the hooks. A quote does not know the signature: its length grows with its gas, a
 * plain signature of an owner for each {@link contractSignatureGas}.
 */
export function extraBytesOf({ request, interactions }: Question): bigint {
  const { signingScheme, verificationGasLimit = contractSignatureGas } = request
  const owners =
    signingScheme === 'eip1271' ? ceilDiv(verificationGasLimit, contractSignatureGas) : 0n
  return owners * ownerBytes + interactionBytes(interactions)
}

/** A padded 65-byte signature. */
const ownerBytes = 96n

/** The stated gas of the contract signature and the hooks. */
export function extraGasOf({ request, interactions }: Question): bigint {
  const { signingScheme, verificationGasLimit = contractSignatureGas } = request
  const signature = signingScheme === 'eip1271' ? verificationGasLimit : 0n
  return signature + interactionGas(interactions)
}
