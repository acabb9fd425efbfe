'use client'

import { useTranslations } from 'next-intl'
import { useSettings } from '@/components/app/settings'
import { useFormat } from '@/components/i18n/use-format'
import { ProgrammeTerms } from './programme-terms'
import { WhatDoesNotCount } from './what-does-not-count'

/** Explains the programme, from the shared link to the payout. */
export const HowRewardsWork = () => {
  const t = useTranslations('affiliate')
  const format = useFormat()
  const { settings } = useSettings()
  const { affiliateTerms: terms, affiliateEpochDays: epochDays } = settings
  return (
    <section
      aria-labelledby="how-rewards-work"
      className="grid grid-cols-1 gap-4 text-small text-ink-2"
    >
      <h2 id="how-rewards-work" className="text-h3 text-ink">
        {t('how.title')}
      </h2>
      <ol className="grid list-decimal gap-2 pl-5">
        <li>{t('how.link')}</li>
        <li>{t('how.binds')}</li>
        <li>{t('how.reward', { volume: format.terseUsd(terms.triggerVolume) })}</li>
        <li>{epochDays === 7 ? t('how.paidWeekly') : t('how.paid', { days: epochDays })}</li>
      </ol>
      <ProgrammeTerms terms={terms} />
      <p>{t('how.kept')}</p>
      <WhatDoesNotCount terms={terms} />
    </section>
  )
}
