'use client'

import { LogOut } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import { toastError } from '@/components/ui/toast'
import { shortAddress } from '@/components/wallet/short-address'
import type { SessionView } from '@/lib/client/sign-in'
import { useShownAccount } from './account-provider'
import { reachText } from './reach-text'
import { useSignOut } from './use-sign-in'

/** Which account is shown, the others of this browser, and how to sign out. */
export const AccountBar = () => {
  const { account, accounts, session, sessions, choose } = useShownAccount()
  const signOut = useSignOut()
  if (account === undefined) return null
  const leave = (which: readonly SessionView[]) =>
    signOut.mutate(which, {
      onError: () => toastError({ title: 'You are still signed in', description: 'Try again.' }),
    })
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      {accounts.length > 1 ? (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">Account</legend>
          {accounts.map((each) => (
            <Chip key={each} pressed={each === account} onClick={() => choose(each)}>
              <span className="font-mono">{shortAddress(each)}</span>
            </Chip>
          ))}
        </fieldset>
      ) : (
        <p className="text-small text-ink-2">
          Account <span className="font-mono">{shortAddress(account)}</span>
        </p>
      )}
      {session?.networks ? (
        <p className="order-last basis-full text-small text-ink-2">
          {reachText(session.networks)} On other networks this address may be somebody else’s; if it
          is yours there, sign out, switch the network and sign in again.
        </p>
      ) : null}
      {session ? (
        <div className="flex flex-wrap gap-1">
          <Button
            variant="quiet"
            size="small"
            busy={signOut.isPending}
            onClick={() => leave([session])}
          >
            <LogOut aria-hidden="true" className="size-4" /> Sign out
          </Button>
          {sessions.length > 1 ? (
            <Button variant="quiet" size="small" onClick={() => leave(sessions)}>
              Sign all out
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}
