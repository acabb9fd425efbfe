import { deserialize, serialize } from 'wagmi'
import { type StoredText, storedText } from '@/lib/client/stored-text'
import type { SwapOrder } from './place-swap'

/** The account and network of native sales. */
export type SalesOf = {
  readonly network: Pick<SwapOrder['network'], 'chainId'>
  readonly owner: SwapOrder['owner']
}

/** Stores native sales across reloads until the service knows them. */
export const storedSales = ({ network, owner }: SalesOf): StoredText =>
  storedText(`coincide.sales ${network.chainId} ${owner}`)

/** Parses the sales of a {@link storedSales} text that may still be mined, newest first. */
export function parseSales(text: string | null, nowMs: number): readonly SwapOrder[] {
  try {
    const sales = deserialize<readonly SwapOrder[]>(text ?? '[]')
    return sales.filter(({ sale }) => sale !== undefined && sale.validTo * 1000 > nowMs)
  } catch {
    // The storage may contain foreign data.
    return []
  }
}

/** Stores a sale whose transaction the wallet has sent. */
export function storeSale(order: SwapOrder): void {
  const stored = storedSales(order)
  stored.write(serialize([order, ...parseSales(stored.read(), Date.now())]))
}

/** Removes a sale that the service knows or that was abandoned. */
export function forgetSale(order: Pick<SwapOrder, 'uid'> & SalesOf): void {
  const stored = storedSales(order)
  const sales = parseSales(stored.read(), Date.now())
  const others = sales.filter(({ uid }) => uid !== order.uid)
  if (others.length < sales.length) stored.write(others.length === 0 ? null : serialize(others))
}
