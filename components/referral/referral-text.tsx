'use client'

import { Gift, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { IconButton } from '@/components/ui/icon-button'
import { Link } from '@/components/ui/link'
import type { Referral } from '@/lib/client/referral/referral'
import { forgetCode, refuseCodes } from '@/lib/client/referral/stored-code'
import { referredId } from './referred-id'

type Props = {
  readonly referral: Exclude<Referral, { state: 'none' }>
  /** The Rewards page explains the code below, without a link. */
  readonly place?: 'form' | 'rewards'
}

/** Shows the affiliate of the code that the order will carry, or why it carries none, with a way to remove it. */
export const ReferralText = ({ referral, place = 'form' }: Props) => {
  const t = useTranslations('referral')
  // Removing means no code: after a link's, the account's own bound code must not take its place.
  const isOfLink = ['own', 'unknown', 'disabled'].includes(referral.state)
  const drop = isOfLink ? forgetCode : refuseCodes
  return (
    <div className="flex items-center gap-2 px-1 pt-1 text-small text-ink-2">
      <Gift aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 wrap-anywhere">
        <Words referral={referral} place={place} />
      </p>
      <IconButton label={t('remove', { code: referral.code })} onClick={drop} className="-mr-3">
        <X aria-hidden="true" className="size-4" />
      </IconButton>
    </div>
  )
}

const Words = ({ referral, place }: Props) => {
  const t = useTranslations('referral')
  const { code } = referral
  const strong = (chunks: ReactNode) => <strong className="font-medium text-ink">{chunks}</strong>
  switch (referral.state) {
    case 'referred':
      return (
        <>
          {t.rich(referral.isUnchecked ? 'unchecked' : 'referred', { code, strong })}{' '}
          {place === 'form' ? (
            <RewardsLink anchor={`#${referredId}`}>{t('meaning')}</RewardsLink>
          ) : null}
        </>
      )
    case 'bound-elsewhere':
      return t.rich('boundElsewhere', { code, kept: referral.linked, strong })
    case 'bound-ended':
      return t.rich('boundEnded', { code, strong })
    case 'own':
      return (
        <>
          {t.rich('own', { code, strong })}{' '}
          {place === 'form' ? <RewardsLink>{t('rewards')}</RewardsLink> : null}
        </>
      )
    case 'late':
      return t.rich('late', { code, strong })
    case 'unknown':
      return t.rich('unknown', { code, strong })
    case 'disabled':
      return t.rich('disabled', { code, strong })
  }
}

type LinkProps = { readonly anchor?: string; readonly children: ReactNode }

const RewardsLink = ({ anchor = '', children }: LinkProps) => (
  <Link href={`/affiliate${anchor}`} className="underline">
    {children}
  </Link>
)
