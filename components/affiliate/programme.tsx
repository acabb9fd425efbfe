'use client'

import { useTranslations } from 'next-intl'
import { useSettings } from '@/components/app/settings'
import { useClock } from '@/components/app/use-now'
import { useFormat } from '@/components/i18n/use-format'
import { Detail, DetailList } from '@/components/ui/detail-list'
import { Disclosure } from '@/components/ui/disclosure'
import { Panel } from '@/components/ui/panel'
import { endOfEpoch, epochOf } from '@/lib/affiliate/payouts/epoch'
import type { Settings } from '@/lib/api/docs/pages'
import { isoDate, toUnixSeconds } from '@/lib/core/time'

/** Explains the programme, from the shared link to the payout. */
export const HowRewardsWork = () => {
  const t = useTranslations('affiliate')
  const { affiliateTerms: terms } = useSettings().settings
  return (
    <Panel title={t('how.title')}>
      <ProgrammeSteps volume={terms.triggerVolume} />
      <div className="border-t border-hair pt-4">
        <ProgrammeTerms terms={terms} />
      </div>
      <p className="text-small text-ink-2">
        {t('how.kept')} {t('how.public')}
      </p>
      <WhatDoesNotCount terms={terms} />
    </Panel>
  )
}

type StepsProps = {
  /** A trader's volume per reward, in dollars. */
  readonly volume: number
}

/** The way from the shared link to the payout. */
export const ProgrammeSteps = ({ volume }: StepsProps) => {
  const t = useTranslations('affiliate')
  const format = useFormat()
  const { affiliateEpochDays: epochDays } = useSettings().settings
  const lastDay = useLastEpochDay(epochDays)
  return (
    <ol className="grid list-decimal gap-2 pl-5 text-small text-ink-2">
      <li>{t('how.link')}</li>
      <li>{t('how.binds')}</li>
      <li>
        {t('how.reward', { volume: format.usd(volume) })} {t('how.valued')}
      </li>
      <li>
        {epochDays === 7 ? t('how.paidWeekly') : t('how.paid', { days: epochDays })}{' '}
        {/* Before the clock is known, a day of the same width keeps its place. */}
        <span className={lastDay === undefined ? 'invisible' : undefined}>
          {t('how.ends', { day: format.day(lastDay ?? '2026-11-29') })}
        </span>{' '}
        {t('how.money')}
      </li>
    </ol>
  )
}

/** The last UTC day of the current epoch; undefined while the server renders. */
function useLastEpochDay(epochDays: number): string | undefined {
  return useClock((nowMs) => {
    if (nowMs === 0) return undefined
    const epoch = epochOf(toUnixSeconds(nowMs), epochDays)
    return isoDate(endOfEpoch(epoch, epochDays) - 1)
  })
}

type Props = {
  /** Amounts in dollars. */
  readonly terms: Settings['affiliateTerms']
}

/** States the terms of a code in plain words; later changes of the programme do not affect registered codes. */
export const ProgrammeTerms = ({ terms }: Props) => {
  const t = useTranslations('affiliate')
  const format = useFormat()
  const share = (percent: number) => format.usd((terms.rewardAmount * percent) / 100)
  return (
    <DetailList place="panel">
      <Detail name={t('terms.trigger')}>{format.usd(terms.triggerVolume)}</Detail>
      <Detail name={t('terms.you')}>{share(terms.revenueSplitAffiliatePct)}</Detail>
      <Detail name={t('terms.trader')}>{share(terms.revenueSplitTraderPct)}</Detail>
      {terms.revenueSplitDaoPct > 0 ? (
        <Detail name={t('terms.operator')}>{share(terms.revenueSplitDaoPct)}</Detail>
      ) : null}
      <Detail name={t('terms.time')}>{t('terms.days', { days: terms.timeCapDays })}</Detail>
      <Detail name={t('terms.cap')}>{format.usd(terms.volumeCap)}</Detail>
    </DetailList>
  )
}

type ExceptionsProps = {
  /** Amounts in dollars. */
  readonly terms: Pick<Settings['affiliateTerms'], 'timeCapDays' | 'volumeCap'>
}

/** Lists the trades that earn no reward. */
export const WhatDoesNotCount = ({ terms }: ExceptionsProps) => {
  const t = useTranslations('affiliate')
  const format = useFormat()
  return (
    <Disclosure summary={t('not.title')}>
      <ul className="grid list-disc gap-1.5 pl-5 text-small text-ink-2">
        <li>{t('not.own')}</li>
        <li>{t('not.carried')}</li>
        <li>{t('not.bound')}</li>
        <li>{t('not.back')}</li>
        <li>{t('not.both')}</li>
        <li>{t('not.same')}</li>
        <li>{t('not.unlisted')}</li>
        <li>{t('not.others')}</li>
        <li>{t('not.late', { days: terms.timeCapDays, volume: format.usd(terms.volumeCap) })}</li>
      </ul>
      <p className="pt-3 text-small text-ink-2">{t('not.shown')}</p>
    </Disclosure>
  )
}
