'use client'

import { useTranslations } from 'next-intl'
import { type Ref, Suspense } from 'react'
import { lazyPart } from '@/components/ui/lazy-part'
import { SelectField } from '@/components/ui/select-field'
import { Switch } from '@/components/ui/switch'
import { TextField } from '@/components/ui/text-field'
import { type ExpiryChoice, expiryPresets } from '@/lib/client/limit/expiry'
import type { Limit } from './use-limit'

const RecipientField = lazyPart(
  async () => (await import('@/components/swap/settings/recipient-field')).RecipientField,
)

const presets = Object.keys(expiryPresets) as (keyof typeof expiryPresets)[]
const problems = {
  missing: 'expiryMissing',
  'too-soon': 'expiryTooSoon',
  'too-late': 'expiryTooLate',
} as const

type Props = { readonly limit: Limit; readonly recipientRef: Ref<HTMLInputElement> }

/** Validity, partial fills and recipient. */
export const LimitSettings = ({ limit, recipientRef }: Props) => {
  const t = useTranslations('limit')
  const words = useTranslations('swap')
  const { expiry, setExpiry, expiryProblem, isPartial, setPartial, recipient } = limit
  const choose = (name: string) => {
    const preset = presets.find((each) => each === name)
    setExpiry(preset ? { by: 'preset', preset } : { by: 'moment', text: '' })
  }
  return (
    <div className="grid grid-cols-1 gap-3 pb-2">
      <SelectField
        label={t('expires')}
        value={expiry.by === 'preset' ? expiry.preset : 'custom'}
        onChange={(event) => choose(event.target.value)}
      >
        {[...presets, 'custom' as const].map((name) => (
          <option key={name} value={name}>
            {t(`expiry.${name}`)}
          </option>
        ))}
      </SelectField>
      {expiry.by === 'moment' ? <Moment {...{ expiry, setExpiry, expiryProblem }} /> : null}
      <Switch
        label={t('partial')}
        hint={t('partialHint')}
        checked={isPartial}
        onCheckedChange={setPartial}
      />
      <Switch
        label={words('settings.elsewhere')}
        hint={words('settings.elsewhereWhat')}
        checked={recipient.text !== undefined}
        onCheckedChange={(isOn) => recipient.change(isOn ? '' : undefined)}
      />
      {recipient.text === undefined ? null : (
        <Suspense fallback={null}>
          <RecipientField recipient={recipient} fieldRef={recipientRef} />
        </Suspense>
      )}
    </div>
  )
}

type MomentProps = Pick<Limit, 'setExpiry' | 'expiryProblem'> & {
  readonly expiry: Extract<ExpiryChoice, { readonly by: 'moment' }>
}

const Moment = ({ expiry, setExpiry, expiryProblem }: MomentProps) => {
  const t = useTranslations('limit')
  const isWrong = expiryProblem !== undefined && expiryProblem !== 'missing'
  return (
    <TextField
      type="datetime-local"
      label={t('until')}
      value={expiry.text}
      onChange={(event) => setExpiry({ by: 'moment', text: event.target.value })}
      hint={t('expiryMissing')}
      error={isWrong ? t(problems[expiryProblem]) : undefined}
    />
  )
}
