import { useTranslations } from 'next-intl'
import { memo } from 'react'
import { useFormat } from '@/components/i18n/use-format'
import { Badge } from '@/components/ui/badge'
import { classNames } from '@/components/ui/class-names'
import type { Token } from '@/lib/client/swap/tokens'
import { nativeToken } from '@/lib/core/address'
import { TokenMark } from './token-mark'

type Props = {
  readonly token: Token
  readonly balance: bigint | undefined
  /** The balance's value in US dollars. */
  readonly worth: number | undefined
  /** Whether it was imported. */
  readonly isImported: boolean
  /** Whether the service recently refused to trade it. */
  readonly isRefused: boolean
}

/** A row of the token list with the account's balance; leaves room for its buttons. */
export const TokenRow = memo(({ token, balance, worth, isImported, isRefused }: Props) => {
  const t = useTranslations('swap')
  const format = useFormat()
  return (
    <span className={classNames('flex items-center gap-3', isImported && 'pr-11')}>
      <TokenMark token={token} />
      <span className="grid min-w-0 flex-1">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 whitespace-nowrap">
          <span className="truncate font-medium">{token.symbol}</span>
          {isImported ? <Badge>{t('selector.added')}</Badge> : null}
          {isRefused ? <Badge tone="warn">{t('selector.refused')}</Badge> : null}
        </span>
        <span className="truncate text-label text-ink-2">
          {token.address === nativeToken ? t('selector.native') : token.name}
        </span>
      </span>
      {balance === undefined || balance === 0n ? null : (
        <span className="numeric grid text-right text-small">
          <span>{format.amount(balance, token.decimals)}</span>
          {worth === undefined ? null : (
            <span className="text-label text-ink-2">{format.usd(worth)}</span>
          )}
        </span>
      )}
    </span>
  )
})
TokenRow.displayName = 'TokenRow'
