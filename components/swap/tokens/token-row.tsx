import { X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type MouseEvent, memo } from 'react'
import { useSettings } from '@/components/app/settings'
import { useFormat } from '@/components/i18n/use-format'
import { FavouriteButton } from '@/components/tokens/favourite-button'
import { TokenMark } from '@/components/tokens/token-mark'
import { Badge } from '@/components/ui/badge'
import { classNames } from '@/components/ui/class-names'
import { IconButton } from '@/components/ui/icon-button'
import type { Token } from '@/lib/client/swap/tokens'
import { type Address, nativeToken } from '@/lib/core/address'

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
  const { network } = useSettings()
  return (
    <span className={classNames('flex items-center gap-3', isImported && 'pr-11')}>
      <TokenMark network={network} token={token} />
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
          <span>{format.amount(balance, token)}</span>
          {worth === undefined ? null : (
            <span className="text-label text-ink-2">{format.usd(worth)}</span>
          )}
        </span>
      )}
    </span>
  )
})
TokenRow.displayName = 'TokenRow'

type ButtonsProps = {
  readonly token: Token
  readonly isFavourite: boolean
  /** Whether it was imported, and can be removed. */
  readonly isImported: boolean
  readonly onToggle: (token: Address) => void
  readonly onRemove: (token: Address) => void
}

/** Clicks leave the focus in the search field, like clicks on the row. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

/** Marks a token as a favourite, or removes an imported one. */
export const TokenButtons = memo(
  ({ token, isFavourite, isImported, onToggle, onRemove }: ButtonsProps) => {
    const t = useTranslations('swap')
    const { symbol, address } = token
    return (
      <>
        {isImported ? (
          <IconButton
            label={t('selector.remove', { symbol })}
            onClick={() => onRemove(address)}
            onMouseDown={keepFocus}
          >
            <X aria-hidden="true" className="size-4" />
          </IconButton>
        ) : null}
        <FavouriteButton
          label={t('selector.favourite', { symbol })}
          isFavourite={isFavourite}
          onClick={() => onToggle(address)}
          onMouseDown={keepFocus}
        />
      </>
    )
  },
)
TokenButtons.displayName = 'TokenButtons'
