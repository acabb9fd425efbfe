'use client'

import type { ReactNode } from 'react'
import { AccountProvider } from '@/components/account/account-provider'
import { AccountNews } from '@/components/notifications/unread/account-news'
import { ConnectProvider } from '@/components/wallet/connect-provider'
import { HeaderWallet } from '@/components/wallet/header-wallet'
import { NetworkBanner } from '@/components/wallet/network-banner'
import type { SessionView } from '@/lib/client/sign-in'

type Props = {
  /** Who has signed in in this browser, as far as the page's request showed. */
  readonly sessions: readonly SessionView[] | undefined
  readonly children: ReactNode
}

/** Fills the places of the static shell that need the wallet. */
export const AppShell = ({ sessions, children }: Props) => (
  <ConnectProvider>
    <NetworkBanner />
    <HeaderWallet />
    <AccountProvider sessions={sessions}>
      <AccountNews />
      {children}
    </AccountProvider>
  </ConnectProvider>
)
