import { OutcomeBar } from '@/components/ui/outcome-bar'
import { type Outcome, outcomeText } from './outcome-text'
import { numberText, type ShownToken } from './token-amount'

type Props = {
  readonly outcome: Outcome
  /** The token that is not exact: bought when selling, sold when buying. */
  readonly token: ShownToken
}

/** What a fill got between the minimum, the quote and the best possible, drawn, listed and said. */
export const FillOutcome = ({ outcome, token }: Props) => {
  const { kind, limit, quoted, got, bound } = outcome
  const label = (name: string, atoms: bigint) => ({ name, text: numberText(atoms, token) })
  const [worst, executed] = kind === 'sell' ? ['Minimum', 'Got'] : ['Maximum', 'Paid']
  return (
    <div className="grid gap-3">
      <OutcomeBar
        prices={{ limit, quoted: quoted ?? limit, executed: got, bound }}
        labels={{
          limit: label(worst ?? '', limit),
          quoted: quoted === undefined ? undefined : label('Quoted', quoted),
          executed: label(executed ?? '', got),
          bound: bound === undefined ? undefined : label('Best possible', bound),
        }}
      />
      <p className="numeric text-small text-ink-2">{outcomeText(outcome)}</p>
    </div>
  )
}
