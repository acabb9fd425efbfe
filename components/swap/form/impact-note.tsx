'use client'

import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { Alert } from '@/components/ui/alert'
import { isSignificant } from '@/lib/client/swap/value-loss'
import type { KnownLoss } from './use-value-loss'

type Props = Pick<KnownLoss, 'bps' | 'loss'> & {
  /** Whether a later step asks for consent. */
  readonly isEarly?: boolean
}

/** Shows a significant price impact: amber, then red. */
export const ImpactNote = ({ bps, loss, isEarly = false }: Props) => {
  const t = useTranslations('swap')
  const wallet = useTranslations('wallet')
  const format = useFormat()
  if (bps === undefined || !isSignificant(loss)) return null
  const percent = format.percent(bps / 10_000)
  return (
    <Alert tone={loss === 'mild' ? 'warn' : 'danger'} title={t('impact.title', { percent })}>
      {t('impact.what', { percent })}
      {isEarly && loss === 'critical' ? ` ${wallet('consent.typed')}` : null}
    </Alert>
  )
}
