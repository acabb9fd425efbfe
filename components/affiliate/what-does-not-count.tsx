import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { Disclosure } from '@/components/ui/disclosure'
import type { Settings } from '@/lib/api/docs/pages'

type Props = {
  /** Amounts in dollars. */
  readonly terms: Pick<Settings['affiliateTerms'], 'timeCapDays' | 'volumeCap'>
}

/** Lists the trades that earn no reward. */
export const WhatDoesNotCount = ({ terms }: Props) => {
  const t = useTranslations('affiliate')
  const format = useFormat()
  return (
    <Disclosure summary={t('not.title')}>
      <ul className="grid list-disc gap-1.5 pl-5 text-small text-ink-2">
        <li>{t('not.own')}</li>
        <li>{t('not.bound')}</li>
        <li>{t('not.back')}</li>
        <li>{t('not.both')}</li>
        <li>{t('not.same')}</li>
        <li>{t('not.unlisted')}</li>
        <li>{t('not.others')}</li>
        <li>
          {t('not.late', { days: terms.timeCapDays, volume: format.terseUsd(terms.volumeCap) })}
        </li>
      </ul>
      <p className="pt-3 text-small text-ink-2">{t('not.shown')}</p>
    </Disclosure>
  )
}
