'use client'

import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import type { Swap } from '@/components/swap/form/use-swap'
import { lazyPart } from '@/components/ui/lazy-part'
import { slippageSize } from '@/lib/client/swap/slippage'
import { SettingsButton } from './settings-button'

const SettingsPanel = lazyPart(async () => (await import('./settings-panel')).SettingsPanel)

type Props = { readonly swap: Pick<Swap, 'slippage' | 'deadline' | 'recipient'> }

/** Shows the slippage; opens its settings, the deadline and the recipient. */
export const SwapSettings = ({ swap: { slippage, deadline, recipient } }: Props) => {
  const t = useTranslations('swap')
  const percent = useFormat().percent(slippage.bps / 10_000)
  return (
    <SettingsButton
      label={
        <span className={slippageSize(slippage.bps) === 'usual' ? 'numeric' : notable}>
          <span className="max-xs:hidden">{t('settings.slippage', { percent })}</span>
          <span className="xs:hidden">
            {t.rich('settings.slippageShort', {
              percent,
              hidden: (words) => <span className="sr-only">{words}</span>,
            })}
          </span>
        </span>
      }
      onClose={() => {
        slippage.change({ type: 'leave' })
        deadline.change({ type: 'leave' })
      }}
    >
      <SettingsPanel {...{ slippage, deadline, recipient }} />
    </SettingsButton>
  )
}

// Where there is no room for the pill, its colour is enough: it would push the form down.
const notable = 'numeric text-warn xs:rounded-full xs:bg-warn-soft xs:px-2 xs:py-0.5'
