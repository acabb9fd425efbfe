import { interactionGas } from '@/lib/chain/simulation/trampoline'
import { type Address, zeroAddress } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import { ServiceError } from '@/lib/core/errors'
import type { OrderInteractions } from '@/lib/core/interaction'
import type { Order, SigningScheme } from '@/lib/core/order'
import { maxValidForSeconds, minValidForSeconds } from '@/lib/core/time'
import { maxOrderGas } from '@/lib/quotes/quote'

/**
 * Rejects amounts that overflow uint256, including sellAmount + feeAmount.
 *
 * @throws {ServiceError} SellAmountOverflow or BuyAmountOverflow.
 */
export function checkAmountBounds(
  order: Pick<Order, 'sellAmount' | 'buyAmount' | 'feeAmount'>,
): void {
  const { sellAmount, buyAmount, feeAmount } = order
  if (sellAmount > maxUint256) {
    throw new ServiceError('SellAmountOverflow', 'sellAmount exceeds the uint256 maximum')
  }
  if (buyAmount > maxUint256) {
    throw new ServiceError('BuyAmountOverflow', 'buyAmount exceeds the uint256 maximum')
  }
  if (sellAmount + feeAmount > maxUint256) {
    throw new ServiceError(
      'SellAmountOverflow',
      'sellAmount + feeAmount exceeds the uint256 maximum',
    )
  }
}

/**
 * Rejects an order with a zero sell or buy amount; only the fee may be 0.
 *
 * @throws {ServiceError} ZeroAmount.
 */
export function checkAmountsPositive({ sellAmount, buyAmount }: Order): void {
  if (sellAmount > 0n && buyAmount > 0n) return
  throw new ServiceError('ZeroAmount', 'sellAmount and buyAmount must be more than 0')
}

/**
 * Rejects an order that has expired, expires too soon to be settled, or is valid for too long.
 *
 * @throws {ServiceError} OrderExpired, InsufficientValidTo or ExcessiveValidTo.
 */
export function checkValidTo(
  validTo: number,
  { scheme, nowSeconds }: { scheme: SigningScheme; nowSeconds: number },
): void {
  if (validTo < nowSeconds) {
    throw new ServiceError('OrderExpired', 'validTo (Unix time in seconds) is in the past')
  }
  if (validTo < nowSeconds + minValidForSeconds) {
    throw new ServiceError(
      'InsufficientValidTo',
      `validTo must be at least ${minValidForSeconds} seconds ahead`,
    )
  }
  if (scheme !== 'presign' && validTo > nowSeconds + maxValidForSeconds) {
    throw new ServiceError('ExcessiveValidTo', 'validTo must be at most 365 days ahead')
  }
}

/**
 * Rejects an order that expires too soon after `metadata.validFrom` to be settled.
 *
 * @throws {ServiceError} InvalidValidFrom.
 */
export function checkValidFrom({
  validTo,
  validFrom,
}: {
  readonly validTo: number
  readonly validFrom: number | undefined
}): void {
  if (validFrom === undefined || validTo >= validFrom + minValidForSeconds) return
  throw new ServiceError(
    'InvalidValidFrom',
    `validTo must be at least ${minValidForSeconds} seconds after metadata.validFrom (${validFrom}) of the app data`,
  )
}

/**
 * Rejects an order that needs more gas than a settlement allows: the gas of its quote, its hooks and its ERC-1271
 * signature check.
 *
 * @throws {ServiceError} TooMuchGas.
 */
export function checkGas(
  { interactions }: { readonly interactions: OrderInteractions },
  { quotedGas, signatureGas }: { readonly quotedGas: number; readonly signatureGas: bigint },
): void {
  const gas = BigInt(Math.ceil(quotedGas)) + signatureGas + interactionGas(interactions)
  if (gas <= maxOrderGas) return
  throw new ServiceError(
    'TooMuchGas',
    `settling the order may take ${gas} gas, at most ${maxOrderGas} is allowed; lower the gasLimit of its hooks`,
  )
}

/** Returns the accounts involved in an order: its owner, and its receiver if different. */
export function partiesOf(order: Order, owner: Address): Address[] {
  return order.receiver === zeroAddress ? [owner] : [owner, order.receiver]
}
