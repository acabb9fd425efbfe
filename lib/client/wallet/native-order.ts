import type { Config } from 'wagmi'
import { readContract, writeContract } from 'wagmi/actions'
import { type Address, zeroAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { hashOrder, type Order, orderDomain, orderUid } from '@/lib/core/order'
import { maxUint32 } from '@/lib/core/time'
import { askWallet } from './ask-wallet'
import { nativeOrdersAbi } from './native-orders-abi'

/** A sale of the native token, through the contract that owns such orders in the name of who pays. */
export type NativeSale = {
  readonly chainId: number
  readonly settlementContract: Address
  /** The contract that owns the order. */
  readonly nativeOrders: Address
  readonly sender: Address
  /** The order as it was prepared: of the wrapped token, with the expiry that its sender wants. */
  readonly order: Order
  readonly quoteId: number | null | undefined
}

/** A sale as the contract owns it. */
export type OwnedSale = { readonly uid: Hex; readonly order: Order }

/**
 * The order that the contract will own: it never expires there, the contract stops signing it instead. An order like
 * it, of whose amounts the contract had one before, is refused by it, so the least amount is an atom less then.
 */
export async function ownSale(config: Config, sale: NativeSale): Promise<OwnedSale> {
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

/** Has the wallet pay the contract and place the order there, and gives the hash of its transaction. */
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
