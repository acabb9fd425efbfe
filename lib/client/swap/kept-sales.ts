import { deserialize, serialize } from 'wagmi'
import { type KeptText, keptText } from '@/lib/client/stored-text'
import type { SwapOrder } from './place-swap'

/** The account and network of native sales. */
export type SalesOf = {
  readonly network: Pick<SwapOrder['network'], 'chainId'>
  readonly owner: SwapOrder['owner']
}

/** Stores native sales across reloads until the service knows them. */
export const keptSales = ({ network, owner }: SalesOf): KeptText =>
  keptText(`coincide.sales ${network.chainId} ${owner}`)

/** Parses the sales of a {@link keptSales} text that may still be mined, newest first. */
export function readSales(text: string | null, nowMs: number): readonly SwapOrder[] {
  try {
    const sales = deserialize<readonly SwapOrder[]>(text ?? '[]')
    return sales.filter(({ sale }) => sale !== undefined && sale.validTo * 1000 > nowMs)
  } catch {
    // The storage may contain foreign data.
    return []
  }
}

/** Stores a sale whose transaction the wallet has sent. */
export function keepSale(order: SwapOrder): void {
  const kept = keptSales(order)
  kept.write(serialize([order, ...readSales(kept.read(), Date.now())]))
}

/** Removes a sale that the service knows or that was abandoned. */
export function forgetSale(order: Pick<SwapOrder, 'uid'> & SalesOf): void {
  const kept = keptSales(order)
  const sales = readSales(kept.read(), Date.now())
  const others = sales.filter(({ uid }) => uid !== order.uid)
  if (others.length < sales.length) kept.write(others.length === 0 ? null : serialize(others))
}
