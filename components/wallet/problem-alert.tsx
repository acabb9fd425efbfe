import { Alert } from '@/components/ui/alert'
import { sentence } from '@/lib/client/i18n/sentence'
import type { WalletProblem } from '@/lib/client/wallet/wallet-problem'

/** Tells why a wallet or the service did not do something, what to do, and what it says itself. */
export const ProblemAlert = ({ problem }: { readonly problem: WalletProblem }) => (
  <Alert tone={problem.tone} title={problem.title}>
    <ProblemText problem={problem} />
  </Alert>
)

/** What to do about a problem, and what the wallet or the service says itself, marked as English for screen readers. */
export const ProblemText = ({
  problem: { advice, said },
}: {
  readonly problem: Pick<WalletProblem, 'advice' | 'said'>
}) => (
  <>
    {advice}
    {said === undefined ? null : (
      <span lang="en" className="block text-ink-2 wrap-anywhere">
        {sentence(said)}
      </span>
    )}
  </>
)
