'use client'

import { Star } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useStoredTokensOf } from '@/components/swap/tokens/use-stored-tokens'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import type { Address } from '@/lib/core/address'

type Props = { readonly chainId: number; readonly token: Address }

/** The button of a token's page that marks it as a favourite. */
export const TokenFavourite = ({ chainId, token }: Props) => {
  const t = useTranslations('tokens')
  const { stored, toggle } = useStoredTokensOf(chainId)
  const isFavourite = stored.favourites.includes(token)
  return (
    <Button aria-pressed={isFavourite} onClick={() => toggle(token)}>
      <Star
        aria-hidden="true"
        className={classNames('size-4', isFavourite && 'fill-current text-primary')}
      />
      {t('header.favourite')}
    </Button>
  )
}
