'use client'

import { SlidersHorizontal } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { Popover } from '@/components/ui/popover'

type Props = {
  /** The settings that matter most, such as the slippage. */
  readonly label: ReactNode
  readonly onClose?: () => void
  readonly children: ReactNode
}

/** The button of a form's settings, and the panel that it opens. */
export const SettingsButton = ({ label, onClose, children }: Props) => {
  const t = useTranslations('swap')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover
      label={t('settings.title')}
      align="end"
      narrow="sheet"
      open={isOpen}
      onOpenChange={(open) => {
        setIsOpen(open)
        if (!open) onClose?.()
      }}
      trigger={
        <button
          type="button"
          className="relative -mr-2 inline-flex min-h-8 items-center gap-2 max-xs:gap-1.5 rounded-lg px-2 text-label font-medium text-ink-2 before:absolute before:-inset-y-1.5 before:inset-x-0 hover:bg-chosen hover:text-ink"
        >
          <SlidersHorizontal aria-hidden="true" className="size-4" />
          {label}
        </button>
      }
    >
      {children}
    </Popover>
  )
}
