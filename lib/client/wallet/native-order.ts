import type { Config } from 'wagmi'
import { readContract, writeContract } from 'wagmi/actions'
import { type Address, zeroAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { hashOrder, type Order, orderDomain, orderUid } from '@/lib/core/order'
import { maxUint32 } from '@/lib/core/time'
import { askWallet } from './ask-wallet'
import { nativeOrdersAbi } from './native-orders-abi'

/** A native sale through the contract that owns such orders on behalf of the payer. */
export type NativeSale = {
  readonly chainId: number
  readonly settlementContract: Address
  /** The contract that owns the order. */
  readonly nativeOrders: Address
  readonly sender: Address
  /** The prepared order: it sells the wrapped token, with the sender's expiry. */
  readonly order: Order
  readonly quoteId: number | null | undefined
}

/** A sale as the contract owns it. */
export type OwnedSale = { readonly uid: Hex; readonly order: Order }

/**
 * Builds the order that the contract will own: it never expires there; instead the contract stops signing it. The
 * contract rejects a duplicate of an earlier order, so then the minimum is reduced by one atom.
 */
export async function buildOwnedSale(config: Config, sale: NativeSale): Promise<OwnedSale> {
  const { chainId, settlementContract, nativeOrders } = sale
  let order: Order = { ...sale.order, validTo: maxUint32 }
  for (;;) {
    const hash = hashOrder(orderDomain(chainId, settlementContract), order)
    const [owner] = await readContract(config, {
      ...{ chainId, address: nativeOrders, abi: nativeOrdersAbi },
      ...{ functionName: 'orders', args: [hash] },
    })
    if (owner === zeroAddress) return { uid: orderUid(hash, nativeOrders, maxUint32), order }
    order = { ...order, buyAmount: order.buyAmount - 1n }
  }
}

/** Has the wallet pay the contract and place the order there; returns the transaction's hash. */
export function sendSale(config: Config, sale: NativeSale, { order }: OwnedSale): Promise<Hex> {
  const { chainId, nativeOrders, sender, quoteId } = sale
  return askWallet(() =>
    writeContract(config, {
      ...{ chainId, address: nativeOrders, account: sender, abi: nativeOrdersAbi },
      functionName: 'createOrder',
      args: [{ ...order, validTo: sale.order.validTo, quoteId: BigInt(quoteId ?? -1) }],
      value: order.sellAmount,
    }),
  )
}
