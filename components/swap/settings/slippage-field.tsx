'use client'

import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/text-field'
import { slippageHint } from '@/lib/client/swap/slippage'
import type { SlippageChoice } from './use-slippage'

/** The input for the maximum slippage. */
export const SlippageField = ({ change, ...slippage }: SlippageChoice) => {
  const t = useTranslations('swap')
  const format = useFormat()
  return (
    <div className="grid gap-2">
      <TextField
        label={t('settings.largest')}
        inputMode="decimal"
        placeholder={format.number(slippage.bps / 100, { minimumFractionDigits: 2 })}
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
