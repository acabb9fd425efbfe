'use client'

import { useTranslations } from 'next-intl'
import { Alert } from '@/components/ui/alert'
import { tokenFaultText } from '@/lib/client/swap/token-fault-text'

/** Explains why the service rejects orders of the pair, before the user approves a token in vain. */
export const RefusedNote = ({ refusal }: { readonly refusal: string }) => {
  const t = useTranslations('swap')
  return (
    <Alert tone="warn" title={t('quoteProblem.unsupported')}>
      {tokenFaultText(t, refusal)}
    </Alert>
  )
}
