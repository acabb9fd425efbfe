'use client'

import type { ReactNode } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { useConnectDialog } from '@/components/wallet/connect-provider'
import { describeSignInProblem } from '@/lib/client/sign-in-problem'
import { useShownAccount } from './account-provider'
import { useSignIn } from './use-sessions'

type Props = {
  readonly title: string
  /** What signing in is for. */
  readonly children: ReactNode
}

/** Offers to sign the shown account in: one signature, or first its wallet. */
export const SignIn = ({ title, children }: Props) => {
  const { account, connected, choose } = useShownAccount()
  const { openConnect } = useConnectDialog()
  const signIn = useSignIn()
  const problem = signIn.error ? describeSignInProblem(signIn.error) : undefined
  const isConnected = account !== undefined && account === connected
  const start = () => {
    if (!isConnected) return openConnect()
    signIn.mutate(account, { onSuccess: () => choose(account) })
  }
  return (
    <section
      aria-label={title}
      className="grid gap-3 rounded-card border border-line bg-surface p-4 tab:grid-cols-[1fr_auto] tab:items-center"
    >
      <div className="grid gap-1">
        <h2 className="font-medium">{title}</h2>
        <p className="text-small text-ink-2">{children}</p>
      </div>
      <Button variant="primary" busy={signIn.isPending} onClick={start}>
        {signIn.isPending ? 'Confirm in your wallet' : isConnected ? 'Sign in' : 'Connect wallet'}
      </Button>
      {problem ? (
        <div className="tab:col-span-2">
          <Alert tone={problem.tone} title={problem.title}>
            {problem.advice}
          </Alert>
        </div>
      ) : null}
    </section>
  )
}
