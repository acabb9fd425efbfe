'use client'

import { Suspense } from 'react'
import { lazyPart } from '@/components/ui/lazy-part'
import type { Referral } from '@/lib/client/referral/referral'

const ReferralText = lazyPart(async () => (await import('./referral-text')).ReferralText)

/** The code of an order, where there is one to tell of; the place of its one line is kept while the text is loaded. */
export const ReferralLine = ({ referral }: { readonly referral: Referral }) =>
  referral.state === 'none' ? null : (
    <Suspense fallback={<div className="h-12" />}>
      <ReferralText referral={referral} />
    </Suspense>
  )
