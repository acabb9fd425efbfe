'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { useRequestTimeout } from '@/components/app/use-delayed'
import { Button } from '@/components/ui/button'
import { ProblemAlert } from '@/components/wallet/problem-alert'
import { describeSignInProblem } from '@/lib/client/sign-in-problem'
import type { Address } from '@/lib/core/address'
import { useSignIn } from './use-sign-in'

type Props = {
  readonly account: Address
  readonly title: string
  /** The purpose of signing in. */
  readonly children: ReactNode
}

/** Asks the connected account to sign in, with one signature. */
export const SignIn = ({ account, title, children }: Props) => {
  const t = useTranslations('account')
  const wallet = useTranslations('wallet')
  const signIn = useSignIn()
  const isSilent = useRequestTimeout(signIn.isPending)
  const problem = signIn.error ? describeSignInProblem(wallet, signIn.error) : undefined
  return (
    <section
      aria-label={title}
      className="@container grid gap-3 rounded-panel border border-card-edge bg-surface p-4 tab:p-6"
    >
      <div className="grid gap-3 @lg:grid-cols-[1fr_auto] @lg:items-center @lg:gap-6">
        <div className="grid gap-1">
          <h2 className="text-section">{title}</h2>
          <p className="text-small text-ink-2">{children}</p>
        </div>
        <Button
          variant="primary"
          busy={signIn.isPending && !isSilent}
          onClick={() => signIn.mutate(account)}
        >
          {signIn.isPending ? t(isSilent ? 'signIn.askAgain' : 'signIn.confirm') : t('signIn.act')}
        </Button>
      </div>
      {problem ? <ProblemAlert problem={problem} /> : null}
    </section>
  )
}
