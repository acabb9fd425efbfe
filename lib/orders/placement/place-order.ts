import { type ResolvedAppData, resolveAppData } from '@/lib/app-data/resolve-app-data'
import { trampolineOf } from '@/lib/chain/simulation/trampoline'
import { hasFillOrInvalidation } from '@/lib/chain-events/order-event-query'
import type { Context } from '@/lib/context'
import { type Address, asErc20 } from '@/lib/core/address'
import { maxAmount } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { type ErrorCode, ServiceError } from '@/lib/core/errors'
import { type Order, orderDomain, orderUid, type SigningScheme } from '@/lib/core/order'
import { digestOrder } from '@/lib/core/order-digest'
import { toUnixSeconds } from '@/lib/core/time'
import { findHolder } from '@/lib/liquidity/pool'
import { readPools } from '@/lib/liquidity/pools/read-pools'
import { recordCancelled } from '@/lib/orders/cancellation/cancel-open-orders'
import { checkReplaceable } from '@/lib/orders/cancellation/replace-order'
import type { NewOrder } from '@/lib/orders/order-record'
import { lookUpOrder } from '@/lib/orders/queries/order-details-query'
import { checkContractSignature } from '@/lib/orders/signatures/contract-signature'
import { hasBannedAccount } from '@/lib/quotes/banned-account-store'
import { checkBalanceSources } from '@/lib/quotes/check-balance-sources'
import { checkPair } from '@/lib/quotes/check-request'
import { extraTransferGas, settlementGas } from '@/lib/quotes/quote'
import { findQuoteOf } from '@/lib/quotes/quote-store'
import { checkTokens, type TransferGas } from '@/lib/tokens/policy/check-tokens'
import { appDataTerms } from './app-data-terms'
import { checkFunds } from './check-funds'
import {
  checkAmountBounds,
  checkAmountsPositive,
  checkGas,
  checkValidFrom,
  checkValidTo,
  partiesOf,
} from './check-order'
import { identifyOwner } from './identify-owner'
import { duplicatedOrder, savePlacedOrder } from './save-placed-order'

/** An order as submitted. */
export type PlaceOrderInput = {
  readonly chainId: number
  /** The signed terms without the app data hash; amounts may exceed uint256. */
  readonly order: Omit<Order, 'appData'>
  /** A document or the hash of an uploaded one. */
  readonly appData: string
  readonly appDataHash: Hex | undefined
  readonly from: Address | undefined
  readonly signingScheme: SigningScheme
  readonly signature: Hex
  /** The quote that the client claims; ignored when it does not match the order. */
  readonly quoteId: bigint | undefined
}

/**
 * Validates and stores an order, and returns its uid. Spec: POST /api/v1/orders.
 *
 * @throws {ServiceError} the spec's submission errors, and the public API's where the spec leaves them open.
 */
export async function placeOrder(ctx: Context, input: PlaceOrderInput): Promise<Hex> {
  checkAmountBounds(input.order)
  const { chainId } = input
  const appData = await resolveAppData(ctx, input)
  const { replacedOrder } = appData.metadata
  if (replacedOrder) await checkReplaceable(ctx, { chainId, uid: replacedOrder })
  const startMs = ctx.now()
  const { order, digest } = await readOrder(ctx, input, appData)
  ctx.traces.joinOrder(order.uid)
  checkAmountsPositive(order)
  const chainCheck = isSimple(order) ? checkOnChain(ctx, order, digest) : undefined
  // Awaited below, at its position in the sequence of errors.
  chainCheck?.catch(() => {})
  // The unique index decides; this early lookup gives a repeated order the specific error.
  const [isBanned, known, quote] = await Promise.all([
    hasBannedAccount(ctx, partiesOf(order, order.owner)),
    lookUpOrder(ctx, order.uid),
    findQuoteOf(ctx, { ...order, quoteId: input.quoteId }),
  ])
  if (isBanned) {
    throw new ServiceError('Forbidden', 'the owner or receiver of this order is not served')
  }
  await checkTerms(ctx, order)
  if (known) throw duplicatedOrder()
  const quotedGas = quote?.gasAmount ?? Number(settlementGas)
  // Before hooks are simulated, since their gas limits are arbitrary.
  checkGas(order, { quotedGas, signatureGas: 0n })
  const { signatureGas, transferGas } = await (chainCheck ?? checkOnChain(ctx, order, digest))
  checkGas(order, { quotedGas, signatureGas })
  const placed = {
    ...order,
    quoteId: quote?.id,
    transferGas,
    ...(order.signingScheme === 'eip1271' ? { signatureGas } : {}),
  }
  const checkedMs = ctx.now()
  ctx.traces.record('order.check', { startMs, endMs: checkedMs })
  await savePlacedOrder(ctx, { order: placed, appData, quote })
  ctx.traces.record('order.save', { startMs: checkedMs })
  ctx.traces.recordPlaced([order.uid], { startMs, attributes: { 'coincide.chain_id': chainId } })
  if (replacedOrder) recordCancelled(ctx, { chainId, uids: [replacedOrder], startMs: checkedMs })
  return order.uid
}

/** Whether the on-chain checks are one small simulation, cheap enough to start before the database answers. */
function isSimple({ signingScheme, interactions }: NewOrder): boolean {
  const isEcdsa = signingScheme === 'eip712' || signingScheme === 'ethsign'
  return isEcdsa && interactions.pre.length === 0
}

/** Builds the order to store from the signed terms and the app data. */
async function readOrder(
  ctx: Context,
  input: PlaceOrderInput,
  { hash, metadata }: ResolvedAppData,
): Promise<{ order: NewOrder; digest: Hex }> {
  const { chainId, signingScheme } = input
  const { settlementContract, maxPartnerFeeBps } = ctx.config
  const signed: Order = { ...input.order, appData: hash }
  const digest = digestOrder(orderDomain(chainId, settlementContract), signed)
  const { owner, signature } = await identifyOwner({
    digest,
    scheme: signingScheme,
    signature: input.signature,
    from: input.from,
    appDataSigner: metadata.signer,
  })
  const order: NewOrder = {
    ...signed,
    uid: orderUid(digest, owner, signed.validTo),
    chainId,
    owner,
    signingScheme,
    signature,
    settlementContract,
    trueValidTo: signed.validTo,
    ...appDataTerms(signed, metadata, {
      trampoline: trampolineOf(ctx, chainId),
      maxPartnerFeeBps,
    }),
    onchainSender: undefined,
    placementError: undefined,
    quoteId: undefined,
    createdAt: new Date(ctx.now()),
  }
  return { order, digest }
}

/** Runs the checks that need no owner state. */
async function checkTerms(ctx: Context, order: NewOrder): Promise<void> {
  const { chainId, signingScheme } = order
  await checkBalanceSources(ctx, chainId, order)
  checkValidTo(order.validTo, { scheme: signingScheme, nowSeconds: toUnixSeconds(ctx.now()) })
  checkValidFrom(order)
  checkPair(order, ctx.chain(chainId).network.wrappedNative)
}

/** Gas that an ERC-1271 signature check used, and that of the transfers beyond plain ones. */
type MeasuredGas = { readonly signatureGas: bigint; readonly transferGas: bigint }

/**
 * Checks the chain state: the tokens, the wallet's consent and the owner's funds. Consent and funds of a presign order
 * are checked once it is signed.
 */
async function checkOnChain(ctx: Context, order: NewOrder, digest: Hex): Promise<MeasuredGas> {
  const { chainId, owner, signature, signingScheme } = order
  const { pre } = order.interactions
  const addresses = [order.sellToken, order.buyToken]
  const pair = addresses.map((token) => asErc20(token, ctx.chain(chainId).network))
  const tokens = checkTokens(ctx, {
    chainId,
    addresses,
    holderOf: async (token) =>
      findHolder((await readPools(ctx, { chainId, tokens: pair })).pools, token),
    seller: { token: order.sellToken, account: owner },
  })
  if (signingScheme === 'presign') {
    return { signatureGas: 0n, transferGas: transferGasOf(order, { tokens: await tokens }) }
  }
  const consent =
    signingScheme === 'eip1271'
      ? checkContractSignature(ctx, { chainId, owner, digest, signature, pre })
      : Promise.resolve(0n)
  const payment = checkFunds(ctx, { chainId, owner, order, pre }).catch((error) =>
    acceptOnceExecuted(ctx, order, error),
  )
  // Runs concurrently; reports the first failure in sequence.
  for (const answer of await Promise.allSettled([tokens, consent, payment])) {
    if (answer.status === 'rejected') throw answer.reason
  }
  const measured = { tokens: await tokens, paid: await payment }
  return { signatureGas: await consent, transferGas: transferGasOf(order, measured) }
}

/**
 * Accepts an order without funds if its fill or invalidation is indexed, so that an order lost by a restore can be
 * submitted again: the fill itself spent balance and allowance. Only a failed check costs this lookup.
 *
 * @throws the failure of any other order.
 */
async function acceptOnceExecuted(
  ctx: Context,
  order: NewOrder,
  failure: unknown,
): Promise<bigint> {
  const isUnfunded = failure instanceof ServiceError && fundsErrors.has(failure.code)
  if (isUnfunded && (await hasFillOrInvalidation(ctx.db, order))) return 0n
  throw failure
}

/** The errors of {@link checkFunds} about the owner's funds. */
const fundsErrors: ReadonlySet<ErrorCode> = new Set([
  'InsufficientBalance',
  'InsufficientAllowance',
  'TransferSimulationFailed',
])

/** The dearer of the sell token's two measured transfers counts: a token may charge its holders differently. */
function transferGasOf(
  { sellToken, sellTokenBalance, buyToken }: NewOrder,
  { tokens, paid = 0n }: { readonly tokens: TransferGas; readonly paid?: bigint },
): bigint {
  const own = sellTokenBalance === 'erc20' ? paid : 0n
  const sold = maxAmount(tokens.get(sellToken) ?? 0n, own)
  return extraTransferGas([sold, tokens.get(buyToken) ?? 0n])
}
