'use client'

import { Gift, X } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { IconButton } from '@/components/ui/icon-button'
import type { Referral } from '@/lib/client/referral/referral'
import { forgetCode, refuseCodes } from '@/lib/client/referral/stored-code'

type Props = { readonly referral: Exclude<Referral, { state: 'none' }> }

/** Shows the affiliate of the code that the order will carry, or why it carries none, with a way to remove it. */
export const ReferralText = ({ referral }: Props) => {
  const t = useTranslations('referral')
  const dropped = referral.state === 'bound-elsewhere' ? referral.linked : referral.code
  const isOfAccount = referral.state === 'referred' || referral.state === 'bound-ended'
  const drop = isOfAccount ? refuseCodes : forgetCode
  return (
    <div className="flex items-center gap-2 px-1 pt-1 text-small text-ink-2">
      <Gift aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 wrap-anywhere">
        <Words referral={referral} />
      </p>
      <IconButton label={t('remove', { code: dropped })} onClick={drop} className="-mr-3">
        <X aria-hidden="true" className="size-4" />
      </IconButton>
    </div>
  )
}

const Words = ({ referral }: Props) => {
  const t = useTranslations('referral')
  const { code } = referral
  const strong = (chunks: ReactNode) => <strong className="font-medium text-ink">{chunks}</strong>
  switch (referral.state) {
    case 'referred':
      return (
        <>
          {t.rich(referral.isUnchecked ? 'unchecked' : 'referred', { code, strong })}{' '}
          <RewardsLink>{t('meaning')}</RewardsLink>
        </>
      )
    case 'bound-elsewhere':
      return t.rich('boundElsewhere', { code, kept: referral.linked, strong })
    case 'bound-ended':
      return t.rich('boundEnded', { code, strong })
    case 'own':
      return (
        <>
          {t.rich('own', { code, strong })} <RewardsLink>{t('rewards')}</RewardsLink>
        </>
      )
    case 'unknown':
      return t.rich('unknown', { code, strong })
    case 'disabled':
      return t.rich('disabled', { code, strong })
  }
}

const RewardsLink = ({ children }: { readonly children: ReactNode }) => (
  <Link href="/affiliate" className="underline">
    {children}
  </Link>
)
