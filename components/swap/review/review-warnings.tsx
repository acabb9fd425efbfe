'use client'

import { Info } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useSettings } from '@/components/app/settings'
import { ImpactNote } from '@/components/swap/form/impact-note'
import type { KnownLoss } from '@/components/swap/form/use-value-loss'
import { useStoredTokens } from '@/components/swap/tokens/use-stored-tokens'
import { useTokens } from '@/components/swap/tokens/use-tokens'
import { Alert } from '@/components/ui/alert'
import { findLookalike } from '@/lib/client/swap/find-lookalike'
import { otherReceiver } from '@/lib/client/swap/offer-text'
import type { OrderOffer } from '@/lib/client/swap/quote-offer'
import type { Token } from '@/lib/client/swap/tokens'

type Props = {
  readonly offer: OrderOffer
  readonly sellToken: Token
  readonly buyToken: Token
  /** The ENS name that was entered for the recipient, if any. */
  readonly recipientName: string | undefined
  /** The loss of a quote's order; undefined for a limit, whose terms warn about it. */
  readonly known: KnownLoss | undefined
}

/** What is unusual about an order, a row each. */
export const ReviewWarnings = ({ offer, sellToken, buyToken, recipientName, known }: Props) => {
  const t = useTranslations('swap')
  const { network } = useSettings()
  const receiver = otherReceiver(offer)
  return (
    <div className="grid grid-cols-1 gap-2 empty:hidden">
      {receiver === undefined ? null : (
        <Alert tone="warn" title={t('review.other')}>
          {recipientName === undefined ? null : <p>{recipientName}</p>}
          <p className="font-mono text-label wrap-anywhere">{receiver}</p>
        </Alert>
      )}
      {known === undefined ? null : <ImpactNote {...known} />}
      <ImportedNotes tokens={[sellToken, buyToken]} />
      {network.embedded ? (
        <p className="flex items-center gap-3 rounded-well bg-info-soft px-4 py-3 text-small text-info">
          <Info aria-hidden="true" className="size-5 shrink-0" />
          {t('review.demo')}
        </p>
      ) : null}
    </div>
  )
}

/** Shows the addresses of imported tokens, which may imitate others. */
const ImportedNotes = ({ tokens }: { readonly tokens: readonly Token[] }) => {
  const t = useTranslations('swap')
  const { all } = useTokens()
  const { imported } = useStoredTokens().stored
  const isImported = ({ address }: Token) => imported.some((each) => each.address === address)
  const listed = all.filter((token) => !isImported(token))
  return tokens.filter(isImported).map((token) => {
    const { address, symbol } = token
    const twin = findLookalike(token, listed)
    return (
      <Alert
        key={address}
        tone={twin ? 'danger' : 'warn'}
        title={
          twin ? t('import.twinTitle', { symbol: twin.symbol }) : t('review.added', { symbol })
        }
      >
        <p className="font-mono text-label wrap-anywhere">{address}</p>
      </Alert>
    )
  })
}
