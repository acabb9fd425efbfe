'use client'

import { CopyButton } from '@/components/ui/copy-button'
import { Slip, SlipPerforation } from '@/components/ui/slip'
import { Well } from '@/components/ui/well'
import type { AffiliateView } from '@/lib/client/api'

/** A registered code as a stub to tear off and share. */
export const CodeCard = ({ affiliate }: { readonly affiliate: AffiliateView }) => {
  const link = `${typeof window === 'undefined' ? '' : location.origin}/?ref=${affiliate.code}`
  return (
    <Slip aria-label="Your affiliate code">
      <Well className="grid gap-1">
        <p className="text-label text-ink-2">Your code</p>
        <p className="font-mono text-h1 wrap-anywhere">{affiliate.code}</p>
        <p className="text-label text-ink-2">
          since <time dateTime={affiliate.createdAt}>{affiliate.createdAt.slice(0, 10)}</time>
        </p>
      </Well>
      <SlipPerforation />
      <Well className="grid gap-1">
        <p className="text-label text-ink-2">Share this link</p>
        <div className="flex items-center gap-2">
          <p className="min-w-0 flex-1 font-mono text-small wrap-anywhere">{link}</p>
          <CopyButton text={link} what="link" />
        </div>
      </Well>
    </Slip>
  )
}
