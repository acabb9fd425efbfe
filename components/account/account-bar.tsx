'use client'

import { LogOut } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { Button } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import { toastError } from '@/components/ui/toast'
import { shortAddress } from '@/components/wallet/short-address'
import { useWallet } from '@/components/wallet/use-wallet'
import type { SessionView } from '@/lib/client/sign-in'
import { useShownAccount } from './account-provider'
import { reachText } from './reach-text'
import { useSignOut } from './use-sign-in'

/** Names the account unless it is the wallet's, lets the user switch to another one of this browser, and signs out. */
export const AccountBar = () => {
  const t = useTranslations('account')
  const format = useFormat()
  const { account, accounts, session, sessions, choose } = useShownAccount()
  const wallet = useWallet()
  const signOut = useSignOut()
  if (account === undefined) return null
  const leave = (who: SessionView | 'all') =>
    signOut.mutate(who, {
      onError: () => toastError({ title: t('bar.still'), description: t('bar.again') }),
    })
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      {accounts.length > 1 ? (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">{t('bar.account')}</legend>
          {accounts.map((each) => (
            <Chip key={each} pressed={each === account} onClick={() => choose(each)}>
              <span className="font-mono">{shortAddress(each)}</span>
            </Chip>
          ))}
        </fieldset>
      ) : account === wallet.account ? null : (
        <p className="text-small text-ink-2">
          {t('bar.account')} <span className="font-mono">{shortAddress(account)}</span>
        </p>
      )}
      {session?.networks ? (
        <p className="order-last basis-full text-small text-ink-2">
          {reachText({ t, format }, session.networks)} {t('bar.elsewhere')}
        </p>
      ) : null}
      {session ? (
        <div className="-mr-3 flex flex-wrap gap-1">
          <Button
            variant="quiet"
            size="small"
            busy={signOut.isPending}
            onClick={() => leave(session)}
          >
            <LogOut aria-hidden="true" className="size-4" /> {t('bar.out')}
          </Button>
          {sessions.length > 1 ? (
            <Button variant="quiet" size="small" onClick={() => leave('all')}>
              {t('bar.allOut')}
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}
