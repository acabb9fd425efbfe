import { Stepper } from '@/components/ui/stepper'
import { type ApprovalState, approvalStage } from '@/lib/client/swap/approval-state'

type Props = {
  readonly approval: ApprovalState
  /** Whether the wallet or the network is at work. */
  readonly isBusy: boolean
  readonly symbol: string
}

/** The two consents an order needs: the allowance, and the signature. */
export const ReviewSteps = ({ approval, isBusy, symbol }: Props) => {
  const isApproved = approvalStage(approval) === 'sufficient'
  const isResetting = 'step' in approval.phase && approval.phase.step === 'reset'
  return (
    <Stepper
      label="Steps"
      pace={isBusy ? 'busy' : 'idle'}
      steps={[
        {
          label: isResetting ? `Reset the ${symbol} allowance` : `Approve ${symbol}`,
          state: isApproved ? 'done' : 'current',
          ...(isApproved ? {} : { note: isResetting ? resetNote : approvalNote }),
        },
        {
          label: 'Sign order',
          state: isApproved ? 'current' : 'waiting',
          note: 'A free signature, no transaction.',
        },
      ]}
    />
  )
}

const resetNote = 'This token wants its allowance set to zero before it is raised.'
const approvalNote = 'A transaction that lets the vault relayer take it. This is not the trade yet.'
