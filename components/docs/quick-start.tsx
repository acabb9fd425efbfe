import type { ReactNode } from 'react'
import { ReferenceLink } from './reference-link'

const Step = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <li className="grid content-start gap-1">
    <h3 className="text-h3">{title}</h3>
    <div className="text-small text-ink-2">{children}</div>
  </li>
)

/** A guide from a quote to a settled order in five steps, with help for rejected orders. */
export const QuickStart = () => (
  <ol className="grid gap-x-8 gap-y-5 tab:grid-cols-2">
    <Step title="1. Ask for a price">
      <ReferenceLink name="createQuote">POST a quote request</ReferenceLink>: tokens, amount,
      trader. The answer holds the amounts and the fee.
    </Step>
    <Step title="2. Decide the amounts to sign">
      Add the quoted fee to the sell amount, set <code>feeAmount</code> to 0, and grant slippage on
      the amount that is not exact.
    </Step>
    <Step title="3. Sign">
      Approve the vault relayer once, then{' '}
      <a href="#signing" className="text-primary underline underline-offset-2">
        sign the order
      </a>{' '}
      with its domain.
    </Step>
    <Step title="4. Submit">
      <ReferenceLink name="createOrder">POST the order</ReferenceLink> with its signature. The
      answer is its uid; submitting twice does no harm.
    </Step>
    <Step title="5. Watch it">
      <ReferenceLink name="readOrder">Read the order</ReferenceLink> until its status is no longer{' '}
      <code>open</code>, then its <ReferenceLink name="listTradesByPage">trades</ReferenceLink> and
      the <ReferenceLink name="readLatestCompetitionV2">competition</ReferenceLink> that settled it.
    </Step>
    <Step title="When something is refused">
      Errors of the order book are <code>errorType</code> and <code>description</code>, all others a{' '}
      <code>message</code>. Try 429 and 500 again after <code>Retry-After</code> seconds; change the
      request for anything else.
    </Step>
  </ol>
)
