import { deserialize, serialize } from 'wagmi'
import { type KeptText, keptText } from '@/lib/client/stored-text'
import type { SwapOrder } from './swap-order'

/** Whose sales of the native token, and where. */
export type SalesOf = {
  readonly network: Pick<SwapOrder['network'], 'chainId'>
  readonly owner: SwapOrder['owner']
}

/** Where sales are remembered over reloads of the page until the service knows them. */
export const keptSales = ({ network, owner }: SalesOf): KeptText =>
  keptText(`coincide.sales ${network.chainId} ${owner}`)

/** The sales of a {@link keptSales} text that can still come to the chain, the newest first. */
export function readSales(text: string | null, nowMs: number): readonly SwapOrder[] {
  try {
    const sales = deserialize<readonly SwapOrder[]>(text ?? '[]')
    return sales.filter(({ sale }) => sale !== undefined && sale.validTo * 1000 > nowMs)
  } catch {
    // It may hold what others wrote.
    return []
  }
}

/** Remembers a sale whose transaction the wallet has sent. */
export function keepSale(order: SwapOrder): void {
  const kept = keptSales(order)
  kept.write(serialize([order, ...readSales(kept.read(), Date.now())]))
}

/** Forgets a sale, once the service knows its order or it is given up. */
export function forgetSale(order: Pick<SwapOrder, 'uid'> & SalesOf): void {
  const kept = keptSales(order)
  const sales = readSales(kept.read(), Date.now())
  const others = sales.filter(({ uid }) => uid !== order.uid)
  if (others.length < sales.length) kept.write(others.length === 0 ? null : serialize(others))
}
