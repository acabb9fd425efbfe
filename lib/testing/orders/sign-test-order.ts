import { hashMessage, hashTypedData } from 'viem'
import { privateKeyToAccount, sign } from 'viem/accounts'
import { zeroAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { defaultSettlement } from '@/lib/core/networks'
import { type Order, orderDomain, orderTypes } from '@/lib/core/order'
import type { PlaceOrderInput } from '@/lib/orders/placement/place-order'

/** The zero hash: no app data. */
export const noAppData: Hex = `0x${'0'.repeat(64)}`

type Terms = Pick<Order, 'sellToken' | 'buyToken' | 'sellAmount' | 'buyAmount' | 'validTo'> &
  Partial<Order>

type Signing = {
  readonly privateKey: Hex
  readonly chainId?: number
  readonly scheme?: 'eip712' | 'ethsign'
  readonly settlementContract?: Hex
}

/** Fills in what is usual: a sell order, filled or killed, without fee, receiver and app data. */
export function completeOrder(terms: Terms): Order {
  return {
    receiver: zeroAddress,
    appData: noAppData,
    feeAmount: 0n,
    kind: 'sell',
    partiallyFillable: false,
    sellTokenBalance: 'erc20',
    buyTokenBalance: 'erc20',
    ...terms,
  }
}

/** A submission of an order signed by a key, as a wallet would sign it. */
export async function signTestOrder(terms: Terms, signing: Signing): Promise<PlaceOrderInput> {
  const { privateKey, chainId = 1, scheme = 'eip712' } = signing
  const order = completeOrder(terms)
  const digest = hashTypedData({
    domain: orderDomain(chainId, signing.settlementContract ?? defaultSettlement),
    types: orderTypes,
    primaryType: 'Order',
    message: order,
  })
  const hash = scheme === 'ethsign' ? hashMessage({ raw: digest }) : digest
  return {
    ...unsigned(order),
    chainId,
    from: privateKeyToAccount(privateKey).address.toLowerCase() as Hex,
    signingScheme: scheme,
    signature: await sign({ hash, privateKey, to: 'hex' }),
  }
}

/** A submission without a signature, of a scheme that a contract wallet uses. */
export function contractSubmission(
  terms: Terms,
  submission: Pick<PlaceOrderInput, 'from' | 'signingScheme' | 'signature'>,
): PlaceOrderInput {
  return { ...unsigned(completeOrder(terms)), chainId: 1, ...submission }
}

function unsigned({ appData, ...order }: Order) {
  return { order, appData, appDataHash: undefined, quoteId: undefined }
}
