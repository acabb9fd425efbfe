'use client'

import { ArrowDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { IconButton } from '@/components/ui/icon-button'
import { SlipPerforation } from '@/components/ui/slip'

/** Swaps the sell and buy tokens; sits between the two sides. */
export const FlipButton = ({ onFlip }: { readonly onFlip: () => void }) => {
  const t = useTranslations('swap')
  return (
    <SlipPerforation>
      <IconButton
        label={t('well.turn')}
        onClick={onFlip}
        className="border border-line-strong bg-surface"
      >
        <ArrowDown aria-hidden="true" className="size-5" />
      </IconButton>
    </SlipPerforation>
  )
}
