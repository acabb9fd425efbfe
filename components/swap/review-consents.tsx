'use client'

import type { Dispatch } from 'react'
import { Checkbox } from '@/components/ui/checkbox'
import { TextField } from '@/components/ui/text-field'
import { type ConsentEvent, type ConsentState, consentFor } from '@/lib/client/swap/consent-state'
import { confirmWord, lossConsentText, slippageConsentText } from '@/lib/client/swap/review-text'
import type { SlippageView } from '@/lib/client/swap/slippage-state'
import type { KnownLoss } from './use-value-loss'

type Props = KnownLoss & {
  readonly consent: ConsentState
  readonly give: Dispatch<ConsentEvent>
  readonly slippage: SlippageView
}

/** What an owner has to agree to before signing: a loss of value, a large slippage. */
export const ReviewConsents = ({ consent, give, loss, bps, slippage }: Props) => {
  const kind = consentFor(loss)
  const text = lossConsentText(loss, bps)
  return (
    <>
      {kind === 'tick' ? (
        <Checkbox
          label={text}
          checked={consent.loss}
          onCheckedChange={(isOn) => give({ type: 'tick', to: 'loss', isOn })}
        />
      ) : null}
      {kind === 'word' ? (
        <TextField
          label={text}
          hint={`Type “${confirmWord}” to agree.`}
          value={consent.word}
          onChange={(event) => give({ type: 'word', text: event.target.value })}
        />
      ) : null}
      {slippage.needsConsent ? (
        <Checkbox
          label={slippageConsentText(slippage.bps)}
          checked={consent.slippage}
          onCheckedChange={(isOn) => give({ type: 'tick', to: 'slippage', isOn })}
        />
      ) : null}
    </>
  )
}
