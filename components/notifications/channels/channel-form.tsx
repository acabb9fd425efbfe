'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { ChoiceRow } from '@/components/tokens/choice-row'
import { Button } from '@/components/ui/button'
import { SelectField } from '@/components/ui/select-field'
import { Switch } from '@/components/ui/switch'
import { TextField } from '@/components/ui/text-field'
import type { ChannelChange, SubscriptionView } from '@/lib/client/channels'
import type { Address } from '@/lib/core/address'
import { failureText } from './reason-text'
import { TypeChoice } from './type-choice'
import { useChangeChannel } from './use-channels'

type Props = { readonly account: Address; readonly subscription: SubscriptionView }
type Rhythm = Pick<SubscriptionView, 'quietHours' | 'timeZone' | 'digest'>

/** Edits a channel's name, its notification types and its quiet hours. */
export const ChannelForm = ({ account, subscription }: Props) => {
  const t = useTranslations('notifications')
  const { id, channel } = subscription
  const change = useChangeChannel(account, id)
  const [label, setLabel] = useState(subscription.label)
  const [types, setTypes] = useState(subscription.types)
  const [rhythm, setRhythm] = useState<Rhythm>(subscription)
  const hasRhythm = channel !== 'webhook'
  const missing = types.length === 0 ? t('form.choose') : undefined
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (missing !== undefined) return
    const { quietHours, timeZone, digest } = rhythm
    const when = hasRhythm ? { quietHours, timeZone, digest } : {}
    change.mutate({ label, types, ...when } as ChannelChange)
  }
  return (
    <form onSubmit={save} className="grid grid-cols-1 gap-5">
      <TextField
        label={t('form.name')}
        value={label}
        maxLength={60}
        onChange={(event) => setLabel(event.target.value)}
      />
      <TypeChoice legend={t('form.types')} types={types} onTypes={(next) => setTypes([...next])} />
      {hasRhythm ? <RhythmFields rhythm={rhythm} onRhythm={setRhythm} /> : null}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          variant="primary"
          busy={change.isPending}
          aria-disabled={missing !== undefined}
        >
          {missing ?? t('form.save')}
        </Button>
        <p role="status" className="text-small">
          {change.isSuccess ? t('form.saved') : null}
          {change.isError ? (
            <span className="text-danger">{failureText(t, change.error)}</span>
          ) : null}
        </p>
      </div>
    </form>
  )
}

type RhythmProps = { readonly rhythm: Rhythm; readonly onRhythm: (rhythm: Rhythm) => void }

const digests = ['none', 'hourly', 'daily'] as const

const RhythmFields = ({ rhythm, onRhythm }: RhythmProps) => {
  const t = useTranslations('notifications')
  const { quietHours: quiet } = rhythm
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const setQuiet = (part: Partial<NonNullable<typeof quiet>>) =>
    onRhythm({ ...rhythm, quietHours: { from: '22:00', to: '07:00', ...quiet, ...part } })
  return (
    <>
      <div className="grid gap-1.5">
        <p aria-hidden="true" className="text-small font-medium">
          {t('form.often')}
        </p>
        <ChoiceRow
          label={t('form.often')}
          choices={digests.map((value) => ({ value, label: t(`form.digest.${value}`) }))}
          value={rhythm.digest}
          onChoose={(digest) => onRhythm({ ...rhythm, digest })}
        />
      </div>
      <Switch
        label={t('form.quiet')}
        hint={t('form.quietHint')}
        checked={quiet !== null}
        onCheckedChange={(checked) => {
          const timeZone = rhythm.timeZone === 'UTC' ? own : rhythm.timeZone
          const quietHours = checked ? { from: '22:00', to: '07:00' } : null
          onRhythm({ ...rhythm, quietHours, timeZone })
        }}
      />
      {quiet === null ? null : (
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label={t('form.from')}
            type="time"
            required
            value={quiet.from}
            onChange={(event) => setQuiet({ from: event.target.value })}
          />
          <TextField
            label={t('form.to')}
            type="time"
            required
            value={quiet.to}
            onChange={(event) => setQuiet({ to: event.target.value })}
          />
        </div>
      )}
      {quiet === null && rhythm.digest === 'none' ? null : (
        <SelectField
          label={t('form.zone')}
          value={rhythm.timeZone}
          onChange={(event) => onRhythm({ ...rhythm, timeZone: event.target.value })}
        >
          {timeZones(own, rhythm.timeZone).map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </SelectField>
      )}
    </>
  )
}

/** Returns the browser's time zones, UTC, and the current one. */
function timeZones(...more: readonly string[]): readonly string[] {
  return [...new Set(['UTC', ...more, ...Intl.supportedValuesOf('timeZone')])]
}
