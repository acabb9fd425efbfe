import { saveAppData } from '@/lib/app-data/app-data-store'
import { type ResolvedAppData, resolveAppData } from '@/lib/app-data/resolve-app-data'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { ServiceError } from '@/lib/core/errors'
import { noInteractions } from '@/lib/core/interaction'
import { type Order, orderDomain, orderUid, type SigningScheme } from '@/lib/core/order'
import { digestOrder } from '@/lib/core/order-digest'
import { toUnixSeconds } from '@/lib/core/time'
import { inTransaction, isUniqueViolation } from '@/lib/db/database'
import { checkTokens } from '@/lib/tokens/check-tokens'
import { hasBannedAccount } from './banned-account-store'
import { checkBalanceKinds, checkFunds } from './check-funds'
import {
  checkAmountBounds,
  checkAmountsPositive,
  checkPair,
  checkValidTo,
  partiesOf,
} from './check-order'
import { isContractSignature, orderSignatureGas } from './contract-signature'
import { identifyOwner, invalidSignature } from './identify-owner'
import { lockOrders } from './order-facts-store'
import { findOrder, insertOrder, type NewOrder } from './order-store'
import { refreshOrders } from './refresh-orders'

/** An order as submitted. */
export type PlaceOrderInput = {
  readonly chainId: number
  /** What was signed, but for the hash of the app data; amounts may exceed uint256. */
  readonly order: Omit<Order, 'appData'>
  /** A document or the hash of an uploaded one. */
  readonly appData: string
  readonly appDataHash: Hex | undefined
  readonly from: Address | undefined
  readonly signingScheme: SigningScheme
  readonly signature: Hex
  readonly quoteId: bigint | undefined
}

/**
 * Takes an order in and gives its uid. Spec: POST /api/v1/orders.
 *
 * @throws {ServiceError} the spec's submission errors, and those of the public API for what the spec
 *   leaves open.
 */
export async function placeOrder(ctx: Context, input: PlaceOrderInput): Promise<Hex> {
  const appData = await readAppData(ctx, input)
  const order: Order = { ...input.order, appData: appData.hash }
  const { signingScheme, chainId } = input
  const { settlementContract } = ctx.config
  const digest = digestOrder(orderDomain(chainId, settlementContract), order)
  const { owner, signature } = await identifyOwner({
    digest,
    scheme: signingScheme,
    signature: input.signature,
    from: input.from,
    appDataSigner: appData.metadata.signer,
  })
  const placed: NewOrder = {
    ...order,
    uid: orderUid(digest, owner, order.validTo),
    chainId,
    owner,
    signingScheme,
    signature,
    settlementContract,
    trueValidTo: order.validTo,
    validFrom: undefined,
    class: order.feeAmount === 0n ? 'limit' : 'market',
    interactions: noInteractions,
    partnerFees: [],
    referrerCode: undefined,
    onchainSender: undefined,
    placementError: undefined,
    quoteId: input.quoteId,
    createdAt: new Date(ctx.now()),
  }
  await checkTerms(ctx, placed)
  // The index decides; asked here first, a repeated order costs no call and gets the telling error.
  if (await findOrder(ctx.db, chainId, placed.uid)) throw duplicated()
  await checkOnChain(ctx, placed, digest)
  await savePlacedOrder(ctx, placed, appData)
  return placed.uid
}

async function readAppData(ctx: Context, input: PlaceOrderInput): Promise<ResolvedAppData> {
  checkAmountBounds(input.order)
  return resolveAppData(ctx, input)
}

/** What can be refused from the order's terms and our own records. */
async function checkTerms(ctx: Context, order: NewOrder): Promise<void> {
  const { chainId, owner, signingScheme } = order
  checkAmountsPositive(order)
  if (await hasBannedAccount(ctx.db, partiesOf(order, owner))) {
    throw new ServiceError('Forbidden', 'the owner or receiver of this order is not served')
  }
  await checkBalanceKinds(ctx, { chainId, order })
  checkValidTo(order.validTo, { scheme: signingScheme, nowSeconds: toUnixSeconds(ctx.now()) })
  checkPair(order, ctx.chain(chainId).network.wrappedNative)
}

/** What the chain has to say: the tokens, the wallet's consent, the owner's funds. */
async function checkOnChain(ctx: Context, order: NewOrder, digest: Hex): Promise<void> {
  const { chainId, owner, signature, signingScheme } = order
  const addresses = [order.sellToken, order.buyToken]
  await checkTokens(ctx, { chainId, addresses, holderOf: () => undefined })
  if (signingScheme === 'presign') return
  const question = { chainId, owner, digest, signature, gas: orderSignatureGas }
  if (signingScheme === 'eip1271' && !(await isContractSignature(ctx, question))) {
    throw invalidSignature(`the contract ${owner} does not accept this signature for ${digest}`)
  }
  await checkFunds(ctx, { chainId, owner, order })
}

/** The lock makes events that were indexed before count, and the indexer see the order after. */
async function savePlacedOrder(
  ctx: Context,
  order: NewOrder,
  appData: ResolvedAppData,
): Promise<void> {
  try {
    await inTransaction(ctx.db, async (tx) => {
      await lockOrders(tx, [order.uid])
      await insertOrder(tx, order)
      if (appData.document !== undefined) {
        await saveAppData(tx, { hash: appData.hash, text: appData.document })
      }
      await refreshOrders(tx, { uids: [order.uid], nowSeconds: toUnixSeconds(ctx.now()) })
    })
  } catch (error) {
    throw isUniqueViolation(error) ? duplicated() : error
  }
}

function duplicated(): ServiceError {
  return new ServiceError('DuplicatedOrder', 'an order with this uid exists')
}
