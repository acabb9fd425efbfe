'use client'

import { useTranslations } from 'next-intl'
import { Alert } from '@/components/ui/alert'
import { tokenFaultText } from '@/lib/client/swap/token-fault-text'

/** Says why the service takes no order of the pair; nobody approves a token for an order that will be refused. */
export const RefusedNote = ({ refusal }: { readonly refusal: string }) => {
  const t = useTranslations('swap')
  return (
    <Alert tone="warn" title={t('quoteProblem.unsupported')}>
      {tokenFaultText(t, refusal)}
    </Alert>
  )
}
