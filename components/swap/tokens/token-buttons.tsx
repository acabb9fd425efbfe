import { Star, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type MouseEvent, memo } from 'react'
import { classNames } from '@/components/ui/class-names'
import { IconButton } from '@/components/ui/icon-button'
import type { Token } from '@/lib/client/swap/tokens'
import type { Address } from '@/lib/core/address'

type Props = {
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
  ({ token, isFavourite, isImported, onToggle, onRemove }: Props) => {
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
        <IconButton
          label={t('selector.favourite', { symbol })}
          aria-pressed={isFavourite}
          onClick={() => onToggle(address)}
          onMouseDown={keepFocus}
          className={isFavourite ? 'text-ink' : undefined}
        >
          <Star
            aria-hidden="true"
            className={classNames('size-4', isFavourite && 'fill-current')}
          />
        </IconButton>
      </>
    )
  },
)
TokenButtons.displayName = 'TokenButtons'
