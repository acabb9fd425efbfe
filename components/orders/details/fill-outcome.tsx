import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { comparedTexts, type ShownToken } from '@/components/orders/token-amount'
import { PriceRail } from '@/components/ui/price-rail'
import { type Outcome, outcomeText } from './outcome-text'

type Props = {
  readonly outcome: Outcome
  /** The token of the variable amount: buy token of a sell order, sell token of a buy order. */
  readonly token: ShownToken
}

/** The executed amount against limit, quote and upper bound, as a rail and a sentence. */
export const FillOutcome = ({ outcome, token }: Props) => {
  const t = useTranslations('orders')
  const format = useFormat()
  const { kind, limit, quoted, got, bound } = outcome
  return (
    <div className="grid gap-3">
      <PriceRail
        prices={{ kind, limit, quoted, executed: got, bound }}
        texts={(amounts) => comparedTexts({ t, format }, amounts, token)}
      />
      <p className="numeric text-small text-ink-2">{outcomeText({ t, format }, outcome)}</p>
    </div>
  )
}
