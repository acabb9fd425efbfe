'use client'

import { ArrowDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { IconButton } from '@/components/ui/icon-button'

/** Swaps the sell and buy tokens; sits on the perforation between the two sides. */
export const FlipButton = ({ onFlip }: { readonly onFlip: () => void }) => {
  const t = useTranslations('swap')
  return (
    <IconButton
      label={t('well.turn')}
      onClick={onFlip}
      className="size-10! border border-line-strong bg-surface text-ink ring-4 ring-surface before:absolute before:-inset-1"
    >
      <ArrowDown aria-hidden="true" className="size-4.5" />
    </IconButton>
  )
}
