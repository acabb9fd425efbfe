'use client'

import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import type { Swap } from '@/components/swap/form/use-swap'
import { Button } from '@/components/ui/button'
import { Switch } from '@/components/ui/switch'
import { TextField } from '@/components/ui/text-field'
import { decimalText } from '@/lib/client/amount-text'
import { slippageHint } from '@/lib/client/swap/slippage'
import type { DeadlineChoice, SlippageChoice } from './use-form-settings'

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

/** The input for the order's validity. */
export const DeadlineField = ({ change, ...deadline }: DeadlineChoice) => {
  const t = useTranslations('swap')
  return (
    <TextField
      label={t('settings.deadline')}
      inputMode="numeric"
      placeholder={String(deadline.usualSeconds / 60)}
      value={deadline.text}
      onChange={(event) => change({ type: 'type', text: event.target.value })}
      onBlur={() => change({ type: 'leave' })}
      end={<span className="px-1 text-small text-ink-2">{t('settings.minutes')}</span>}
      hint={t('settings.deadlineWhat')}
      error={deadline.isInvalid ? t('settings.wrongDeadline', deadline.range) : undefined}
    />
  )
}

/** The input for the maximum slippage. */
export const SlippageField = ({ change, ...slippage }: SlippageChoice) => {
  const t = useTranslations('swap')
  const format = useFormat()
  return (
    <div className="grid gap-2">
      <TextField
        label={t('settings.largest')}
        inputMode="decimal"
        placeholder={decimalText((slippage.bps / 100).toFixed(2), format.locale)}
        value={slippage.text}
        onChange={(event) => change({ type: 'type', text: event.target.value })}
        onBlur={() => change({ type: 'leave' })}
        end={<span className="px-1 text-ink-2">%</span>}
        hint={
          <span className={slippage.warning ? 'text-warn' : undefined}>
            {slippageHint(t, format, slippage)}
          </span>
        }
        error={slippage.isInvalid ? t('settings.wrongSlippage') : undefined}
      />
      {slippage.source === 'custom' ? (
        <Button
          size="small"
          className="justify-self-start"
          onClick={() => change({ type: 'reset' })}
        >
          {t('settings.back')}
        </Button>
      ) : null}
    </div>
  )
}
