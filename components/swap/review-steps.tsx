import { Stepper } from '@/components/ui/stepper'
import type { Stage } from './use-place-order'

type Props = {
  readonly stage: Stage
  readonly isApproved: boolean | undefined
  readonly symbol: string
}

/** The two consents an order needs: the allowance, and the signature. */
export const ReviewSteps = ({ stage, isApproved, symbol }: Props) => (
  <Stepper
    label="Steps"
    pace={stage === 'review' ? 'idle' : 'busy'}
    steps={[
      {
        label: stage === 'resetting' ? `Reset the ${symbol} allowance` : `Approve ${symbol}`,
        state: isApproved ? 'done' : 'current',
        ...(isApproved ? {} : { note: approvalNote(stage) }),
      },
      {
        label: 'Sign order',
        state: isApproved ? 'current' : 'waiting',
        note: 'A free signature, no transaction.',
      },
    ]}
  />
)

const approvalNote = (stage: Stage): string =>
  stage === 'resetting'
    ? 'This token wants its allowance set to zero before it is raised.'
    : 'A transaction that lets the vault relayer take it. This is not the trade yet.'
