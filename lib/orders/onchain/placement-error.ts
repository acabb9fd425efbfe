import type { AppDataMetadata } from '@/lib/app-data/metadata'
import type { OnchainPlacement } from '@/lib/chain-events/onchain-placement'
import type { Address } from '@/lib/core/address'
import { type ErrorCode, isServiceError, ServiceError } from '@/lib/core/errors'
import type { NewOrder } from '@/lib/orders/order-record'
import {
  checkAmountBounds,
  checkAmountsPositive,
  checkGas,
  checkValidFrom,
  checkValidTo,
  partiesOf,
} from '@/lib/orders/placement/check-order'
import { checkPair } from '@/lib/quotes/check-request'
import type { PlacementError } from '@/prisma/generated/client'

/** What the service knows about the accounts and tokens of placements. */
export type PlacementKnowledge = {
  readonly wrappedNative: Address
  readonly isBanned: (account: Address) => boolean
  readonly isUnsupported: (token: Address) => boolean
}

type PlacementInput = {
  readonly placement: OnchainPlacement
  readonly order: NewOrder
  /** Undefined when no valid document with this hash was uploaded before. */
  readonly metadata: AppDataMetadata | undefined
}

/**
 * Returns why an order placed on chain is not solvable, as a `PlacementError` of the public API; undefined when it is.
 * Applies the checks for submitted orders as of the placement's block. Leaves out checks that need chain state, which
 * every auction repeats.
 */
export function findPlacementError(
  input: PlacementInput,
  knowledge: PlacementKnowledge,
): PlacementError | undefined {
  try {
    checkPlacement(input, knowledge)
    return undefined
  } catch (error) {
    if (!isServiceError(error)) throw error
    return placementErrors[error.code] ?? 'other'
  }
}

const placementErrors: Partial<Record<ErrorCode, PlacementError>> = {
  ZeroAmount: 'invalidOrderData',
  SellAmountOverflow: 'invalidOrderData',
  BuyAmountOverflow: 'invalidOrderData',
  InvalidAppData: 'invalidOrderData',
  InvalidValidFrom: 'invalidOrderData',
  Forbidden: 'preValidationError',
  OrderExpired: 'preValidationError',
  InsufficientValidTo: 'preValidationError',
  SameBuyAndSellToken: 'preValidationError',
  InvalidNativeSellToken: 'preValidationError',
  UnsupportedToken: 'preValidationError',
  ExcessiveValidTo: 'validToTooFarInTheFuture',
}

function checkPlacement(
  { placement, order, metadata }: PlacementInput,
  { wrappedNative, isBanned, isUnsupported }: PlacementKnowledge,
): void {
  const { sender, terms, timestamp } = placement
  const { owner, sellToken, buyToken, signingScheme, trueValidTo, validFrom } = order
  if (!terms) throw refusal('InvalidAppData', 'the data of the event is not 12 bytes')
  if (!metadata) throw refusal('InvalidAppData', 'no uploaded document has the hash')
  checkAmountBounds(order)
  checkAmountsPositive(order)
  if ([sender, ...partiesOf(order, owner)].some(isBanned)) throw refusal('Forbidden', 'banned')
  checkValidTo(trueValidTo, { scheme: signingScheme, nowSeconds: timestamp })
  checkPair(order, wrappedNative)
  if (isUnsupported(sellToken) || isUnsupported(buyToken)) {
    throw refusal('UnsupportedToken', 'a token is not served')
  }
  checkValidFrom({ validTo: trueValidTo, validFrom })
  checkGas(order, { quotedGas: 0, signatureGas: 0n })
}

function refusal(code: ErrorCode, description: string): ServiceError {
  return new ServiceError(code, description)
}
