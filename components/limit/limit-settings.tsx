'use client'

import { useTranslations } from 'next-intl'
import { SettingsButton } from '@/components/swap/settings/settings-button'
import { InlineSelect } from '@/components/ui/inline-select'
import { Switch } from '@/components/ui/switch'
import { TextField } from '@/components/ui/text-field'
import { type ExpiryChoice, expiryPresets } from '@/lib/client/limit/expiry'
import type { Limit } from './use-limit'

const presets = Object.keys(expiryPresets) as (keyof typeof expiryPresets)[]
const custom = 'custom' as const
const problems = {
  missing: 'expiryMissing',
  'too-soon': 'expiryTooSoon',
  'too-late': 'expiryTooLate',
} as const

/** The settings that most orders leave alone: the recipient. */
export const LimitSettings = ({ limit: { recipient } }: { readonly limit: Limit }) => {
  const words = useTranslations('swap')
  return (
    <SettingsButton label={words('settings.title')}>
      <Switch
        label={words('settings.elsewhere')}
        hint={words('settings.elsewhereWhat')}
        checked={recipient.text !== undefined}
        onCheckedChange={(isOn) => recipient.change(isOn ? '' : undefined)}
      />
    </SettingsButton>
  )
}

/** Validity and partial fills. */
export const LimitTime = ({ limit }: { readonly limit: Limit }) => {
  const t = useTranslations('limit')
  const { expiry, setExpiry, expiryProblem, isPartial, setPartial } = limit
  return (
    <>
      <div className="flex min-h-11 items-center justify-between gap-3 tab:min-h-0">
        <span aria-hidden="true" className="text-small text-ink-2">
          {t('expires')}
        </span>
        <span className="-mr-3 flex tab:-my-2.5">
          <InlineSelect
            label={t('expires')}
            className="border-transparent! bg-transparent!"
            value={expiry.by === 'preset' ? expiry.preset : custom}
            onChange={({ target: { value } }) => {
              const preset = presets.find((each) => each === value)
              setExpiry(preset ? { by: 'preset', preset } : { by: 'moment', text: '' })
            }}
          >
            {[...presets, custom].map((choice) => (
              <option key={choice} value={choice}>
                {t(`expiry.${choice}`)}
              </option>
            ))}
          </InlineSelect>
        </span>
      </div>
      {expiry.by === 'moment' ? <Moment {...{ expiry, setExpiry, expiryProblem }} /> : null}
      <Switch
        look="row"
        label={t('partial')}
        hint={t('partialHint')}
        checked={isPartial}
        onCheckedChange={setPartial}
      />
    </>
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
