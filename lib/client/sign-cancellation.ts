import { type Client, recoverTypedDataAddress } from 'viem'
import { getChainId, signTypedData } from 'viem/actions'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { cancellationsTypes, orderDomain } from '@/lib/core/order'
import { checkSigner, SigningError } from './signing-error'

/** Orders of one owner to cancel. */
export type CancellationRequest = {
  readonly orderUids: readonly Hex[]
  readonly owner: Address
  readonly chainId: number
  readonly settlementContract: Address
}

/**
 * Has a wallet sign the cancellation of orders, and verifies that the result is the owner's signature over exactly
 * these. Spec: DELETE /api/v1/orders.
 * @throws {SigningError} with the spec's three reasons; the wallet's error (4001: declined).
 */
export async function signCancellation(client: Client, request: CancellationRequest): Promise<Hex> {
  const { orderUids, owner, chainId } = request
  if ((await getChainId(client)) !== chainId) throw new SigningError('other-network')
  const typedData = {
    domain: orderDomain(chainId, request.settlementContract),
    types: cancellationsTypes,
    primaryType: 'OrderCancellations',
    message: { orderUids },
  } as const
  const signature = await signTypedData(client, { account: owner, ...typedData })
  const signer = await recoverTypedDataAddress({ ...typedData, signature }).catch(() => undefined)
  return checkSigner(signature, { signer, owner })
}
