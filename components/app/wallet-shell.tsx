'use client'

import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { cookieToInitialState, useConnection } from 'wagmi'
import { AccountProvider } from '@/components/account/account-provider'
import { AccountNews } from '@/components/notifications/unread/account-news'
import { ConnectProvider } from '@/components/wallet/connect-provider'
import { HeaderWallet } from '@/components/wallet/header-wallet'
import type { Settings } from '@/lib/api/docs/pages'
import { walletStorageKey } from '@/lib/client/wallet/connectors/stored-account'
import { type Address, toAddress } from '@/lib/core/address'
import { Providers } from './providers'

/** The dialog to open once the wallet is loaded. */
export type Opened = 'network' | 'account' | 'connect' | undefined

type Props = {
  readonly settings: Settings
  /** The network of the page's subject, by its name or chain id. */
  readonly named: string | undefined
  readonly opened: Opened
  /** Called with the connected account, and when it changes. */
  readonly onAccount: (account: Address | undefined) => void
  readonly children: ReactNode
}

/** Provides the wallet on a page that was served without it, fills the header and renders `children`. */
export const WalletShell = ({ settings, named, opened, onAccount, children }: Props) => {
  const [stored] = useState(() =>
    cookieToInitialState({ storage: { key: walletStorageKey } } as never, document.cookie),
  )
  return (
    <Providers
      {...{
        settings,
        named,
        origin: location.origin,
        initialState: stored,
        storedNetwork: undefined,
      }}
    >
      <ReportAccount onAccount={onAccount} />
      <ConnectProvider startsOpen={opened === 'connect'}>
        <HeaderWallet opened={opened === 'connect' ? undefined : opened} />
        <AccountProvider sessions={undefined}>
          <AccountNews />
          {/* A part that still loads must not hide the header's portals. */}
          <Suspense fallback={null}>{children}</Suspense>
        </AccountProvider>
      </ConnectProvider>
    </Providers>
  )
}

/** Tells the page, which is outside the wallet's context, who is connected. */
const ReportAccount = ({ onAccount }: Pick<Props, 'onAccount'>) => {
  const { address, status } = useConnection()
  useEffect(() => {
    // A wallet that reconnects is the one that the page knows already.
    if (status === 'connected' && address) onAccount(toAddress(address))
    if (status === 'disconnected') onAccount(undefined)
  }, [address, status, onAccount])
  return null
}
