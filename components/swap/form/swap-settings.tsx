'use client'

import { SlidersHorizontal } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useFormat } from '@/components/i18n/use-format'
import { Button } from '@/components/ui/button'
import { lazyPart } from '@/components/ui/lazy-part'
import { Popover } from '@/components/ui/popover'
import { percentText, slippageSize } from '@/lib/client/swap/slippage'
import type { Swap } from './use-swap'

const SettingsPanel = lazyPart(
  async () => (await import('@/components/swap/settings/settings-panel')).SettingsPanel,
)

type Props = { readonly swap: Pick<Swap, 'slippage' | 'deadline' | 'recipient'> }

/** Shows the slippage and its source; expands to change it, the deadline and the recipient. */
export const SwapSettings = ({ swap: { slippage, deadline, recipient } }: Props) => {
  const t = useTranslations('swap')
  const percent = percentText(useFormat(), slippage.bps)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover
      label={t('settings.title')}
      align="start"
      narrow="sheet"
      open={isOpen}
      onOpenChange={(open) => {
        setIsOpen(open)
        if (open) return
        slippage.change({ type: 'leave' })
        deadline.change({ type: 'leave' })
      }}
      trigger={
        <Button size="small" variant="quiet">
          <SlidersHorizontal aria-hidden="true" className="size-4" />
          <span className={slippageSize(slippage.bps) === 'usual' ? 'numeric' : notable}>
            {t('settings.slippage', { percent })}
          </span>
          <span className="font-normal text-ink-2">{t(`settings.${slippage.source}`)}</span>
        </Button>
      }
    >
      <SettingsPanel {...{ slippage, deadline, recipient }} />
    </Popover>
  )
}

const notable = 'numeric rounded-full bg-warn-soft px-2 py-0.5 text-warn'
