'use client'

import type { ReactNode } from 'react'
import { AccountProvider } from '@/components/account/account-provider'
import { AccountNews } from '@/components/notifications/account-news'
import { FillShellSlot } from '@/components/ui/shell/shell-slot'
import { ConnectProvider } from '@/components/wallet/connect-provider'
import { NetworkBanner } from '@/components/wallet/network-banner'
import { NetworkSelect } from '@/components/wallet/network-select'
import { WalletButton } from '@/components/wallet/wallet-button'

/** Fills the places of the static shell that need the wallet. */
export const AppShell = ({ children }: { readonly children: ReactNode }) => (
  <ConnectProvider>
    <NetworkBanner />
    <FillShellSlot name="wallet">
      <span className="flex items-center gap-1">
        <NetworkSelect />
        <WalletButton />
      </span>
    </FillShellSlot>
    <AccountProvider>
      <AccountNews />
      {children}
    </AccountProvider>
  </ConnectProvider>
)
