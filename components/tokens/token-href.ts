import type { Address } from '@/lib/core/address'

/** The page of a token; `network` is a name or chain id. */
export const tokenHref = (network: string | number, token: Address): string =>
  `/tokens/${network}/${token}`

/** The swap page with a token filled in. */
export const tradeHref = (
  { network, token }: { readonly network: string; readonly token: Address },
  kind: 'sell' | 'buy',
): string => `/?chain=${network}&${kind}=${token}`
