'use client'

import { useTranslations } from 'next-intl'
import { Alert } from '@/components/ui/alert'
import type { Token } from '@/lib/client/swap/tokens'
import { useKeptTokens } from './use-kept-tokens'

/** Reminds whoever is about to sign of tokens that are not what their symbols say unless their addresses are. */
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
