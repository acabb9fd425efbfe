'use client'

import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import type { Swap } from '@/components/swap/form/use-swap'
import { Chip } from '@/components/ui/chip'
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
      end={<span className="px-1 text-small text-ink-2">{t('settings.minutes')}</span>}
      hint={t('settings.deadlineWhat')}
      error={deadline.isInvalid ? t('settings.wrongDeadline', deadline.range) : undefined}
    />
  )
}

/** Common slippages, in basis points. */
const presets = [10, 50, 100]

/** The input for the maximum slippage, with shortcuts to the service's recommendation and to common values. */
export const SlippageField = ({ change, ...slippage }: SlippageChoice) => {
  const t = useTranslations('swap')
  const format = useFormat()
  const { bps, source, isInvalid, warning } = slippage
  const isAuto = source !== 'custom'
  const percentText = (value: number) => decimalText((value / 100).toFixed(2), format.locale)
  return (
    <div className="grid gap-2">
      <TextField
        label={t('settings.largest')}
        inputMode="decimal"
        placeholder={percentText(bps)}
        value={slippage.text}
        onChange={(event) => change({ type: 'type', text: event.target.value })}
        end={<span className="px-1 text-ink-2">%</span>}
        hint={
          <span className={warning ? 'text-warn' : undefined}>
            {slippageHint(t, format, slippage)}
          </span>
        }
        error={isInvalid ? t('settings.wrongSlippage') : undefined}
      />
      <fieldset className="grid grid-cols-4 gap-2">
        <legend className="sr-only">{t('settings.presets')}</legend>
        <Chip
          pressed={isAuto && slippage.text === ''}
          onClick={() => change({ type: 'reset' })}
          className="justify-center px-1!"
        >
          {t('settings.automatic')}
        </Chip>
        {presets.map((preset) => (
          <Chip
            key={preset}
            pressed={!isAuto && bps === preset}
            onClick={() => change({ type: 'type', text: percentText(preset) })}
            className="numeric justify-center px-1!"
          >
            {format.percent(preset / 10_000)}
          </Chip>
        ))}
      </fieldset>
    </div>
  )
}
