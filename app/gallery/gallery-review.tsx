'use client'

import { Suspense, useReducer, useState } from 'react'
import { LeaveNote } from '@/components/swap/form/form-notice'
import { OrderTerms } from '@/components/swap/review/order-terms'
import { ReviewButton } from '@/components/swap/review/review-button'
import { ReviewConsents } from '@/components/swap/review/review-consents'
import { ReviewDialog } from '@/components/swap/review/review-dialog'
import { ReviewNotes } from '@/components/swap/review/review-notes'
import { ReviewSteps } from '@/components/swap/review/review-steps'
import { Button } from '@/components/ui/button'
import { Slip } from '@/components/ui/slip'
import { noClaim } from '@/lib/client/portfolio/claims'
import { nextConsent, noConsent } from '@/lib/client/swap/consent-state'
import { decideReviewAction, type SigningWay } from '@/lib/client/swap/review-action'
import type { LeaveReason } from '@/lib/client/swap/review-state'
import type { ValueLoss } from '@/lib/client/swap/value-loss'
import { GalleryStage } from './gallery-stage'
import { owner, usdc, weth } from './sample-network'
import { approvalCases, reviewFailures, reviewPhases, sampleReview } from './sample-review'
import { sampleForm, sampleOffer } from './sample-swap'
import { Specimen, State, States } from './specimen'

const leaves: readonly LeaveReason[] = [
  'other-account',
  'other-network',
  'disconnected',
  'balance',
  'amount',
]
const ways: readonly SigningWay[] = ['key', 'message', 'transaction', 'batch', 'native']

/** A review in each of its states: terms, steps and failures. */
export const GalleryReview = () => (
  <GalleryStage wallet="demo">
    <Specimen title="Review">
      <WholeReview />
      <States>
        <State title="terms">
          <OrderTerms
            {...tokens}
            offer={sampleOffer()}
            validSeconds={1800}
            slippageSource="automatic"
          />
        </State>
        <Consents />
      </States>
    </Specimen>
    <Specimen title="Review, step by step">
      <Cases cases={reviewPhases} />
    </Specimen>
    <Specimen title="Approval">
      <Cases cases={approvalCases} />
    </Specimen>
    <Specimen title="Ways of signing">
      <States>
        {ways.map((signing) => (
          <State key={signing} title={signing}>
            <Parts signing={signing} approval={{ allowance: 0n }} />
          </State>
        ))}
      </States>
    </Specimen>
    <Specimen title="Review that failed">
      <Cases cases={reviewFailures} />
      <States>
        {leaves.map((why) => (
          <State key={why} title={`back to the form: ${why}`}>
            <LeaveNote why={why} />
          </State>
        ))}
      </States>
    </Specimen>
  </GalleryStage>
)

const tokens = { sellToken: weth, buyToken: usdc }

const Cases = ({ cases }: { readonly cases: typeof reviewPhases }) => (
  <States>
    {cases.map(({ title, ...given }) => (
      <State key={title} title={title}>
        <Parts {...given} />
      </State>
    ))}
  </States>
)

type PartsProps = Parameters<typeof sampleReview>[0] & { readonly signing?: SigningWay }

const Parts = ({ signing = 'key', ...given }: PartsProps) => {
  const { review, approval } = sampleReview(given)
  const action = decideReviewAction({
    ...{ review: review.state, approval: approval.state, quote: 'firm', signing },
    ...{ permit: 'none', loss: 'low', hasConsent: true },
  })
  const shared = { action, review, approval, permit: undefined, signPermit: () => {} }
  return (
    <Slip aria-label="Review">
      <div className="grid gap-4 p-3">
        <ReviewSteps
          {...{ approval: approval.state, signing, permit: 'none', permitForm: undefined }}
          isBusy={action.isBusy}
          {...{ sellToken: weth, own: approval.state.needed, claim: noClaim, permitted: undefined }}
        />
        <ReviewNotes
          {...shared}
          retry={() => {}}
          isAllowed={approval.state.isRaised}
          {...{ sellToken: weth, buyToken: usdc, claim: noClaim, setsAllowance: false }}
        />
        <ReviewButton {...shared} sellSymbol={weth.symbol} />
      </div>
    </Slip>
  )
}

const risks: readonly (readonly [title: string, loss: ValueLoss, bps?: number])[] = [
  ['high loss', 'high', 640],
  ['critical loss', 'critical', 1_850],
  ['loss unknown', 'unknown'],
]

const Consents = () => {
  const [consent, give] = useReducer(nextConsent, 'sample', noConsent)
  const shared = { consent, give }
  const low = { loss: 'low', bps: 10 } as const
  return (
    <>
      {risks.map(([title, loss, bps]) => (
        <State key={title} title={title}>
          <ReviewConsents
            {...{
              ...shared,
              loss,
              bps,
              of: 'impact',
              risks: { loss, slippageBps: 50, isToContract: false },
            }}
          />
        </State>
      ))}
      <State title="large slippage, and a contract is paid">
        <ReviewConsents
          {...{
            ...shared,
            ...low,
            of: 'impact',
            risks: { loss: 'low', slippageBps: 2_500, isToContract: true },
          }}
        />
      </State>
    </>
  )
}

/** The dialog itself. */
const WholeReview = () => {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <div>
      <Button onClick={() => setIsOpen(true)}>Review order</Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <ReviewDialog
            {...tokens}
            {...{ swap: sampleForm, offer: sampleOffer(), owner }}
            onLeft={close}
            onPlaced={close}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
