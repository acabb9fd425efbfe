import { useTranslations } from 'next-intl'
import { Link } from '@/components/ui/link'
import type { Address } from '@/lib/core/address'

type Props = {
  /** Name or chain id. */
  readonly network: string | number
  readonly token: { readonly address: Address; readonly symbol: string }
  /** `aside` opens a new tab, for pages whose state would be lost by leaving. */
  readonly opens?: 'here' | 'aside'
}

/** A token's symbol that links to its page, for use within text. */
export const TokenLink = ({ network, token, opens = 'here' }: Props) => {
  const t = useTranslations('ui')
  return (
    <Link
      href={tokenHref(network, token.address)}
      {...(opens === 'aside' && { target: '_blank' })}
      className="relative underline before:absolute before:-inset-x-1 before:-inset-y-3 decoration-line-strong decoration-1 underline-offset-4 hover:decoration-2"
    >
      {token.symbol}
      {opens === 'aside' ? <span className="sr-only"> {t('newTab')}</span> : null}
    </Link>
  )
}

/** Path of a token's page; `network` is a name or chain id. */
export const tokenHref = (network: string | number, token: Address): string =>
  `/tokens/${network}/${token}`

/** Path of the swap page with a token prefilled. */
export const tradeHref = (
  { network, token }: { readonly network: string; readonly token: Address },
  kind: 'sell' | 'buy',
): string => `/?chain=${network}&${kind}=${token}`
