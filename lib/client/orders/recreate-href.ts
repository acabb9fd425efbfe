import { formatUnits } from 'viem'
import { type ShownOrder, sellLimit } from './shown-order'

type Decimals = { readonly decimals: number | undefined }

/** The swap page filled in as an order was: its tokens and the amount that it named exactly. */
export function recreateHref(
  order: Pick<
    ShownOrder,
    'kind' | 'sellToken' | 'buyToken' | 'sellAmount' | 'feeAmount' | 'buyAmount'
  >,
  of: { readonly network: string; readonly sold: Decimals; readonly bought: Decimals },
): string {
  const { kind, sellToken: sell, buyToken: buy } = order
  const [atoms, { decimals }] =
    kind === 'sell' ? [sellLimit(order), of.sold] : [order.buyAmount, of.bought]
  const amount = decimals === undefined ? {} : { amount: formatUnits(atoms, decimals) }
  return `/?${new URLSearchParams({ chain: of.network, sell, buy, kind, ...amount })}`
}
