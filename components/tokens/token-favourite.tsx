'use client'

import { Star } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useStoredTokensOf } from '@/components/swap/tokens/use-stored-tokens'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import type { Address } from '@/lib/core/address'

type Props = { readonly chainId: number; readonly token: Address }

/** The button of a token's page that marks it as a favourite; an icon on phones. */
export const TokenFavourite = ({ chainId, token }: Props) => {
  const t = useTranslations('tokens')
  const { stored, toggle } = useStoredTokensOf(chainId)
  const isFavourite = stored.favourites.includes(token)
  return (
    <Button
      aria-pressed={isFavourite}
      onClick={() => toggle(token)}
      className="max-tab:w-11 max-tab:border-0 max-tab:bg-transparent max-tab:px-0"
    >
      <Star
        aria-hidden="true"
        className={classNames('size-4', isFavourite && 'fill-current text-primary')}
      />
      <span className="max-tab:sr-only">{t('header.favourite')}</span>
    </Button>
  )
}
