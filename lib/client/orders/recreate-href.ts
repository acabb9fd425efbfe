import { formatUnits } from 'viem'
import { type ShownOrder, sellLimit } from './shown-order'

type Decimals = { readonly decimals: number | undefined }

type Recreated = Pick<
  ShownOrder,
  | 'kind'
  | 'sellToken'
  | 'buyToken'
  | 'sellAmount'
  | 'feeAmount'
  | 'buyAmount'
  | 'isQuoted'
  | 'partiallyFillable'
>
type Of = { readonly network: string; readonly sold: Decimals; readonly bought: Decimals }

/**
 * Returns the address of a form with an order's terms: the swap form with its fixed amount, or the limit form with both
 * amounts if its owner set the price.
 */
export function recreateHref(order: Recreated, of: Of): string {
  const { kind, sellToken: sell, buyToken: buy } = order
  const pair = { chain: of.network, sell, buy }
  if (order.isQuoted === false)
    return `/limit?${new URLSearchParams({ ...pair, ...terms(order, of) })}`
  const [atoms, { decimals }] =
    kind === 'sell' ? [sellLimit(order), of.sold] : [order.buyAmount, of.bought]
  const amount = decimals === undefined ? {} : { amount: formatUnits(atoms, decimals) }
  return `/?${new URLSearchParams({ ...pair, kind, ...amount })}`
}

function terms(order: Recreated, { sold, bought }: Of): Readonly<Record<string, string>> {
  const partial = order.partiallyFillable ? {} : { partial: 'no' }
  if (sold.decimals === undefined || bought.decimals === undefined) return partial
  return {
    amount: formatUnits(sellLimit(order), sold.decimals),
    receive: formatUnits(order.buyAmount, bought.decimals),
    ...partial,
  }
}
