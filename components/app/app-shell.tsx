'use client'

import type { ReactNode } from 'react'
import { AccountProvider } from '@/components/account/account-provider'
import { AccountNews } from '@/components/notifications/account-news'
import { FillShellSlot } from '@/components/ui/shell/shell-slot'
import { ConnectProvider } from '@/components/wallet/connect-provider'
import { NetworkBanner } from '@/components/wallet/network-banner'
import { NetworkSelect } from '@/components/wallet/network-select'
import { WalletButton } from '@/components/wallet/wallet-button'
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
    <FillShellSlot name="wallet">
      <span className="flex min-w-0 items-center gap-1">
        <NetworkSelect />
        <WalletButton />
      </span>
    </FillShellSlot>
    <AccountProvider sessions={sessions}>
      <AccountNews />
      {children}
    </AccountProvider>
  </ConnectProvider>
)
