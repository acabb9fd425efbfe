'use client'

import { useTranslations } from 'next-intl'
import { SettingsButton } from '@/components/swap/settings/settings-button'
import { Chip } from '@/components/ui/chip'
import { Switch } from '@/components/ui/switch'
import { TextField } from '@/components/ui/text-field'
import { type ExpiryChoice, expiryPresets } from '@/lib/client/limit/expiry'
import type { Limit } from './use-limit'

const presets = Object.keys(expiryPresets) as (keyof typeof expiryPresets)[]
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
      <fieldset className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <legend className="sr-only">{t('expires')}</legend>
        <span aria-hidden="true" className="text-small text-ink-2">
          {t('expires')}
        </span>
        <span className="flex flex-wrap gap-1.5 max-tab:gap-y-5 max-tab:py-2">
          {presets.map((preset) => (
            <Chip
              key={preset}
              pressed={expiry.by === 'preset' && expiry.preset === preset}
              onClick={() => setExpiry({ by: 'preset', preset })}
              className={chip}
            >
              {t(`expiry.${preset}`)}
            </Chip>
          ))}
          <Chip
            pressed={expiry.by === 'moment'}
            onClick={() => setExpiry({ by: 'moment', text: '' })}
            className={chip}
          >
            {t('expiry.custom')}
          </Chip>
        </span>
      </fieldset>
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

const chip = 'min-h-7! px-2! text-label'

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
