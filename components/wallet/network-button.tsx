'use client'

import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ComponentProps } from 'react'
import { Button } from '@/components/ui/button'

type Props = ComponentProps<typeof Button> & { readonly title: string }

/** The header button that shows the selected network and opens the selection. */
export const NetworkButton = ({ title, ...button }: Props) => {
  const t = useTranslations('wallet')
  return (
    <Button
      variant="quiet"
      aria-label={t('select.current', { network: title })}
      className="min-w-0"
      {...button}
    >
      <span className="truncate">{title}</span>
      <ChevronDown aria-hidden="true" className="size-4 shrink-0" />
    </Button>
  )
}
