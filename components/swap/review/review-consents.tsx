'use client'

import { useTranslations } from 'next-intl'
import type { Dispatch } from 'react'
import { useFormat } from '@/components/i18n/use-format'
import type { KnownLoss } from '@/components/swap/form/use-value-loss'
import { Checkbox } from '@/components/ui/checkbox'
import { TextField } from '@/components/ui/text-field'
import {
  type ConsentEvent,
  type ConsentState,
  consentFor,
  type Risks,
} from '@/lib/client/swap/consent-state'
import { lossConsentText, slippageConsentText } from '@/lib/client/swap/review-text'
import { slippageSize } from '@/lib/client/swap/slippage'

type Props = KnownLoss & {
  readonly consent: ConsentState
  readonly give: Dispatch<ConsentEvent>
  readonly risks: Risks
}

/** Risks to accept before signing: a loss of value, a high slippage, a contract as recipient. */
export const ReviewConsents = ({ consent, give, risks, ...known }: Props) => {
  const t = useTranslations('wallet')
  const format = useFormat()
  const { loss } = known
  const kind = consentFor(loss)
  const text = lossConsentText({ t, format }, known)
  return (
    <>
      {kind === 'tick' ? (
        <Checkbox
          label={text}
          checked={consent.loss === loss}
          onCheckedChange={(isOn) => give({ type: 'loss', loss: isOn ? loss : undefined })}
        />
      ) : null}
      {kind === 'word' ? (
        <TextField
          label={text}
          hint={t('consent.type', { word: t('consent.word') })}
          value={consent.word}
          onChange={(event) => give({ type: 'word', text: event.target.value })}
        />
      ) : null}
      {slippageSize(risks.slippageBps) === 'large' ? (
        <Checkbox
          label={slippageConsentText({ t, format }, risks.slippageBps)}
          checked={consent.slippage}
          onCheckedChange={(isOn) => give({ type: 'tick', to: 'slippage', isOn })}
        />
      ) : null}
      {risks.isToContract ? (
        <Checkbox
          label={t('consent.contract')}
          checked={consent.recipient}
          onCheckedChange={(isOn) => give({ type: 'tick', to: 'recipient', isOn })}
        />
      ) : null}
    </>
  )
}
