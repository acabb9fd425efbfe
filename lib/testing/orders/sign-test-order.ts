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

/** Fills in defaults: a fill-or-kill sell order without fee, receiver or app data. */
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

/** Signs an order with a key, as a wallet would, and returns its submission. */
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

/** Returns a submission in one of the signing schemes of contract wallets. */
export function contractSubmission(
  terms: Terms,
  submission: Pick<PlaceOrderInput, 'from' | 'signingScheme' | 'signature'>,
): PlaceOrderInput {
  return { ...unsigned(completeOrder(terms)), chainId: 1, ...submission }
}

function unsigned({ appData, ...order }: Order) {
  return { order, appData, appDataHash: undefined, quoteId: undefined }
}
