import { createRequire } from 'node:module'
import { privateKeyToAccount } from 'viem/accounts'
import { type Address, toAddress, zeroAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { defaultSettlement, getNetwork } from '@/lib/core/networks'
import { type Order, orderDomain } from '@/lib/core/order'
import { digestOrder } from '@/lib/core/order-digest'
import type { LoadRequest } from './http-loop'

const { ecdsaSign } = createRequire(import.meta.url)('secp256k1/bindings')
const domain = orderDomain(1, defaultSettlement)

/** An account that funds orders. */
export type Payer = { readonly address: Address; readonly privateKey: Hex }

/** Returns the account of a key. */
export function payerOf(privateKey: Hex): Payer {
  return { address: toAddress(privateKeyToAccount(privateKey).address), privateKey }
}

let sequence = 0n

/**
 * Returns unique submissions of orders that sell a small amount of the wrapped native token, by the
 * payers in turn.
 */
export function signSubmissions(
  payers: readonly Payer[],
  { count, buyToken }: { count: number; buyToken: Address },
): LoadRequest[] {
  const validTo = Math.floor(Date.now() / 1000) + 86_400
  return Array.from({ length: count }, (_, index) => {
    sequence += 1n
    const order: Order = {
      sellToken: getNetwork(1).wrappedNative,
      buyToken,
      receiver: zeroAddress,
      sellAmount: 10n ** 15n + ((sequence * 7919n) % 100_000n),
      buyAmount: sequence,
      validTo,
      appData: `0x${'00'.repeat(32)}`,
      feeAmount: 0n,
      kind: 'sell',
      partiallyFillable: false,
      sellTokenBalance: 'erc20',
      buyTokenBalance: 'erc20',
    }
    return submission(order, payers[index % payers.length] as Payer)
  })
}

function submission(order: Order, { address, privateKey }: Payer): LoadRequest {
  const bytes = (hex: Hex) => Buffer.from(hex.slice(2), 'hex')
  const { signature, recid } = ecdsaSign(bytes(digestOrder(domain, order)), bytes(privateKey))
  const text = `0x${Buffer.from(signature).toString('hex')}${recid === 0 ? '1b' : '1c'}`
  const body = { ...order, from: address, signingScheme: 'eip712', signature: text }
  return {
    method: 'POST',
    path: '/api/v1/orders',
    body: JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
  }
}
