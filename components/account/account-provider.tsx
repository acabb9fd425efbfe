'use client'

import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { useWallet } from '@/components/wallet/use-wallet'
import type { SessionView } from '@/lib/client/sign-in'
import type { Address } from '@/lib/core/address'
import { chooseAccount } from './choose-account'
import { useSessions } from './use-sessions'

/** Whose notifications the pages show. */
export type ShownAccount = {
  /** The chosen account, else the connected one, else the one that signed in last. */
  readonly account: Address | undefined
  /** Its session; undefined before it has signed in. */
  readonly session: SessionView | undefined
  /** All that can be shown. */
  readonly accounts: readonly Address[]
  readonly sessions: readonly SessionView[]
  /** Whether it is not known yet who is connected and who has signed in. */
  readonly isPending: boolean
  readonly choose: (account: Address) => void
}

/** What was chosen, and which account was connected then. */
type Choice = { readonly account: Address; readonly beside: Address | undefined }

const AccountContext = createContext<ShownAccount | undefined>(undefined)

type Props = {
  /** Who has signed in, as far as the page's request showed; shown until the service is asked. */
  readonly sessions: readonly SessionView[] | undefined
  readonly children: ReactNode
}

/** Knows the accounts of this browser: the connected one and those that have signed in. */
export const AccountProvider = ({ sessions, children }: Props) => {
  const { account: connected, status } = useWallet()
  const { data, isPending } = useSessions({ initialData: sessions, initialDataUpdatedAt: 0 })
  const [choice, setChoice] = useState<Choice>()
  // Whoever turns the wallet to another account wants to see that one.
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

/** Whose notifications the pages show. */
export function useShownAccount(): ShownAccount {
  const value = useContext(AccountContext)
  if (!value) throw new Error('useShownAccount needs AccountProvider above it')
  return value
}
