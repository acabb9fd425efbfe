'use client'

import { useTranslations } from 'next-intl'
import { Alert } from '@/components/ui/alert'
import type { Token } from '@/lib/client/swap/tokens'
import { useKeptTokens } from './use-kept-tokens'

/** Warns before signing that imported tokens may imitate others, and shows their addresses. */
export const AddedNote = ({ tokens }: { readonly tokens: readonly Token[] }) => {
  const t = useTranslations('swap')
  const { imported } = useKeptTokens().kept
  return tokens
    .filter(({ address }) => imported.some((each) => each.address === address))
    .map(({ address, symbol }) => (
      <Alert key={address} tone="warn" title={t('review.added', { symbol })}>
        <p className="font-mono text-label wrap-anywhere">{address}</p>
      </Alert>
    ))
}
