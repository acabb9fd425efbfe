'use client'

import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { useWallet } from '@/components/wallet/use-wallet'
import type { SessionView } from '@/lib/client/sign-in'
import type { Address } from '@/lib/core/address'
import { chooseAccount } from './choose-account'
import { useSessions } from './use-sessions'

/** The account whose notifications the pages show. */
export type ShownAccount = {
  /** The selected account, else the connected one, else the one that signed in last. */
  readonly account: Address | undefined
  /** Its session; undefined if it has not signed in. */
  readonly session: SessionView | undefined
  /** All accounts that can be selected. */
  readonly accounts: readonly Address[]
  readonly sessions: readonly SessionView[]
  /** Whether wallet and sessions are still loading. */
  readonly isPending: boolean
  readonly choose: (account: Address) => void
}

/** The selection, and the account that was connected when it was made. */
type Choice = { readonly account: Address; readonly beside: Address | undefined }

const AccountContext = createContext<ShownAccount | undefined>(undefined)

type Props = {
  /** Sessions known from the page's request; shown until the service answers. */
  readonly sessions: readonly SessionView[] | undefined
  readonly children: ReactNode
}

/** Provides the accounts of this browser: the connected one and those with a session. */
export const AccountProvider = ({ sessions, children }: Props) => {
  const { account: connected, status } = useWallet()
  const { data, isPending } = useSessions({ initialData: sessions, initialDataUpdatedAt: 0 })
  const [choice, setChoice] = useState<Choice>()
  // Switching the wallet's account also switches the pages.
  const chosen = choice?.beside === connected ? choice?.account : undefined
  const value = useMemo(
    () => ({
      ...chooseAccount({ connected, sessions: data ?? [], chosen }),
      sessions: data ?? [],
      isPending: isPending || (status === 'connecting' && !data?.length),
      choose: (account: Address) => setChoice({ account, beside: connected }),
    }),
    [connected, data, chosen, isPending, status],
  )
  return <AccountContext.Provider value={value}>{children}</AccountContext.Provider>
}

/** Returns the account whose notifications the pages show. */
export function useShownAccount(): ShownAccount {
  const value = useContext(AccountContext)
  if (!value) throw new Error('useShownAccount needs AccountProvider above it')
  return value
}
