'use client'

import type { ReactNode } from 'react'
import { AccountProvider } from '@/components/account/account-provider'
import { AccountNews } from '@/components/notifications/unread/account-news'
import { ConnectProvider } from '@/components/wallet/connect-provider'
import { EmbeddedBanner } from '@/components/wallet/embedded-banner'
import { HeaderWallet } from '@/components/wallet/header-wallet'
import type { SessionView } from '@/lib/client/sign-in'
import { useSettings } from './settings'

type Props = {
  /** Sessions known from the page's request. */
  readonly sessions: readonly SessionView[] | undefined
  readonly children: ReactNode
}

/** Renders the wallet-dependent parts into the static shell. */
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

/** The banner of the selected network if it is embedded. */
const NetworkBanner = () => {
  const { network } = useSettings()
  return network.embedded ? <EmbeddedBanner title={network.title} /> : null
}
