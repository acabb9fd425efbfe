import { Alert } from '@/components/ui/alert'
import { sentence } from '@/lib/client/i18n/sentence'
import type { WalletProblem } from '@/lib/client/wallet/wallet-problem'

/** Shows why a wallet or service call failed, the remedy, and the original error message. */
export const ProblemAlert = ({ problem }: { readonly problem: WalletProblem }) => (
  <Alert tone={problem.tone} title={problem.title}>
    <ProblemText problem={problem} />
  </Alert>
)

/** The remedy for a problem and the original error message, marked as English for screen readers. */
export const ProblemText = ({
  problem: { advice, message },
}: {
  readonly problem: Pick<WalletProblem, 'advice' | 'message'>
}) => (
  <>
    {advice}
    {message === undefined ? null : (
      <span lang="en" className="block text-ink-2 wrap-anywhere">
        {sentence(message)}
      </span>
    )}
  </>
)
