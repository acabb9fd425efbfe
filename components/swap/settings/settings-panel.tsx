'use client'

import { useTranslations } from 'next-intl'
import type { Swap } from '@/components/swap/form/use-swap'
import { Switch } from '@/components/ui/switch'
import { DeadlineField } from './deadline-field'
import { SlippageField } from './slippage-field'

/** Slippage, deadline and recipient. */
export const SettingsPanel = (props: Pick<Swap, 'slippage' | 'deadline' | 'recipient'>) => {
  const t = useTranslations('swap')
  const { slippage, deadline, recipient } = props
  return (
    <div className="grid grid-cols-1 gap-4">
      <SlippageField {...slippage} />
      <DeadlineField {...deadline} />
      <Switch
        label={t('settings.elsewhere')}
        hint={t('settings.elsewhereWhat')}
        checked={recipient.text !== undefined}
        onCheckedChange={(isOn) => recipient.change(isOn ? '' : undefined)}
      />
    </div>
  )
}
