import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { comparedTexts, type ShownToken } from '@/components/orders/token-amount'
import { OutcomeBar } from '@/components/ui/outcome-bar'
import { type Outcome, outcomeText } from './outcome-text'

type Props = {
  readonly outcome: Outcome
  /** The token of the variable amount: buy token of a sell order, sell token of a buy order. */
  readonly token: ShownToken
}

/** The executed amount against limit, quote and upper bound, as a bar and a sentence. */
export const FillOutcome = ({ outcome, token }: Props) => {
  const t = useTranslations('orders')
  const format = useFormat()
  const { kind, limit, quoted, got, bound } = outcome
  const shown = [limit, quoted, got, bound].filter((atoms) => atoms !== undefined)
  const texts = comparedTexts({ t, format }, shown, token)
  const label = (name: string, atoms: bigint) => ({ name, text: texts[shown.indexOf(atoms)] ?? '' })
  const [worst, executed]: readonly [string, string] =
    kind === 'sell'
      ? [t('outcome.minimum'), t('outcome.got')]
      : [t('outcome.maximum'), t('outcome.paid')]
  return (
    <div className="grid gap-3">
      <OutcomeBar
        prices={{ limit, quoted, executed: got, bound }}
        labels={{
          limit: label(worst, limit),
          quoted: quoted === undefined ? undefined : label(t('outcome.quoted'), quoted),
          executed: label(executed, got),
          bound: bound === undefined ? undefined : label(t('outcome.best'), bound),
        }}
      />
      <p className="numeric text-small text-ink-2">{outcomeText({ t, format }, outcome)}</p>
    </div>
  )
}
