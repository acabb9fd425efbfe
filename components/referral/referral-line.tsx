'use client'

import { Suspense } from 'react'
import { lazyPart } from '@/components/ui/lazy-part'
import type { Referral } from '@/lib/client/referral/referral'

const ReferralText = lazyPart(async () => (await import('./referral-text')).ReferralText)

/** Shows the affiliate code of an order, if there is one; reserves its line while the text loads. */
export const ReferralLine = ({ referral }: { readonly referral: Referral }) =>
  referral.state === 'none' ? null : (
    <Suspense fallback={<div className="h-12" />}>
      <ReferralText referral={referral} />
    </Suspense>
  )
