'use client'

import { Gift, X } from 'lucide-react'
import Link from 'next/link'
import { IconButton } from '@/components/ui/icon-button'
import { forgetCode, refuseCodes } from '@/lib/client/referral/kept-code'
import type { Referral } from '@/lib/client/referral/referral'

/** Whose code the order will carry, or why it carries none, with the way to remove it. */
export const ReferralLine = ({ referral }: { readonly referral: Referral }) => {
  if (referral.state === 'none') return null
  const dropped = referral.state === 'bound-elsewhere' ? referral.kept : referral.code
  const isOfAccount = referral.state === 'referred' || referral.state === 'bound-ended'
  const drop = isOfAccount ? refuseCodes : forgetCode
  return (
    <div className="flex items-center gap-2 px-1 pt-1 text-small text-ink-2">
      <Gift aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 wrap-anywhere">
        <Words referral={referral} />
      </p>
      <IconButton label={`Remove the code ${dropped}`} onClick={drop} className="-mr-3">
        <X aria-hidden="true" className="size-4" />
      </IconButton>
    </div>
  )
}

const Words = ({ referral }: { readonly referral: Exclude<Referral, { state: 'none' }> }) => {
  const code = <strong className="font-medium text-ink">{referral.code}</strong>
  switch (referral.state) {
    case 'referred':
      return (
        <>
          Referred by {code}
          {referral.isUnchecked ? ', not checked yet' : null}
        </>
      )
    case 'bound-elsewhere':
      return (
        <>
          Referred by {code}, which this wallet is bound to. {referral.kept} does not count.
        </>
      )
    case 'bound-ended':
      return <>This wallet is bound to {code}, which counts no more: no code is added.</>
    case 'own':
      return (
        <>
          {code} is your own code: it is not added.{' '}
          <Link href="/affiliate" className="underline">
            Your rewards
          </Link>
        </>
      )
    case 'unknown':
      return <>Nobody has the code {code}: it is not added.</>
    case 'disabled':
      return <>The code {code} is switched off: it is not added.</>
  }
}
