import type { Address } from '@/lib/core/address'

/** Path of a token's page; `network` is a name or chain id. */
export const tokenHref = (network: string | number, token: Address): string =>
  `/tokens/${network}/${token}`

/** Path of the swap page with a token prefilled. */
export const tradeHref = (
  { network, token }: { readonly network: string; readonly token: Address },
  kind: 'sell' | 'buy',
): string => `/?chain=${network}&${kind}=${token}`
