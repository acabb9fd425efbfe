'use client'

import type { ReactNode } from 'react'
import { AccountProvider } from '@/components/account/account-provider'
import { AccountNews } from '@/components/notifications/unread/account-news'
import { ConnectProvider } from '@/components/wallet/connect-provider'
import { HeaderWallet } from '@/components/wallet/header-wallet'
import type { SessionView } from '@/lib/client/sign-in'

type Props = {
  /** Sessions known from the page's request. */
  readonly sessions: readonly SessionView[] | undefined
  readonly children: ReactNode
}

/** Renders the wallet-dependent parts into the static shell. */
export const AppShell = ({ sessions, children }: Props) => (
  <ConnectProvider>
    <HeaderWallet />
    <AccountProvider sessions={sessions}>
      <AccountNews />
      {children}
    </AccountProvider>
  </ConnectProvider>
)
