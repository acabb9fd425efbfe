import { recoverTypedDataAddress } from 'viem'
import { type Address, toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { type Order, orderDomain, orderTypes } from '@/lib/core/order'

/** Why an order was not signed. Spec: Signing errors. */
export type SigningErrorReason = 'wrong-domain' | 'wrong-struct' | 'wrong-signer'

/** A signing error of the spec, found before or after the wallet was asked. */
export class SigningError extends Error {
  override readonly name = 'SigningError'
  readonly reason: SigningErrorReason

  constructor(reason: SigningErrorReason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** The part of a wallet that signs. */
export type OrderSigner = {
  readonly account: () => Promise<Address>
  readonly chainId: () => Promise<number>
  readonly signTypedData: (typedData: OrderTypedData) => Promise<Hex>
}

/** What the wallet is shown. */
export type OrderTypedData = {
  readonly domain: ReturnType<typeof orderDomain>
  readonly types: typeof orderTypes
  readonly primaryType: 'Order'
  readonly message: Order
}

/**
 * Has a wallet sign an order, and makes sure that what comes back is this order's signature by `from`.
 *
 * @throws {SigningError} with the spec's three reasons, and whatever the wallet throws (4001: declined).
 */
export async function signOrder(
  signer: OrderSigner,
  input: { order: Order; from: Address; chainId: number; settlementContract: Address },
): Promise<Hex> {
  const { order, from, chainId } = input
  if ((await signer.chainId()) !== chainId) {
    throw new SigningError('wrong-domain', 'The wallet is on another network than the order.')
  }
  if ((await signer.account()) !== from) {
    throw new SigningError('wrong-signer', 'The wallet changed to another account.')
  }
  const typedData: OrderTypedData = {
    domain: orderDomain(chainId, input.settlementContract),
    types: orderTypes,
    primaryType: 'Order',
    message: order,
  }
  const signature = await signer.signTypedData(typedData)
  const recovered = await recoverTypedDataAddress({ ...typedData, signature }).catch(
    () => undefined,
  )
  if (recovered && toAddress(recovered) === from) return signature
  throw new SigningError(
    recovered ? 'wrong-signer' : 'wrong-struct',
    'The wallet signed something other than this order.',
  )
}
