'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionsKey, useSessions } from '@/components/account/use-sessions'
import type { SessionView } from '@/lib/client/sign-in'
import { toAddress } from '@/lib/core/address'
import { UnreadBadge } from './unread-badge'

type Props = {
  /** The accounts of this browser as they are known by now. */
  readonly sessions: readonly SessionView[]
}

/** What is unread of the account that signed in last. */
export const UnreadOf = ({ sessions }: Props) => {
  const [client] = useState(() => {
    const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    queries.setQueryData(sessionsKey, sessions)
    return queries
  })
  return (
    <QueryClientProvider client={client}>
      <Newest />
    </QueryClientProvider>
  )
}

const Newest = () => {
  const [newest] = useSessions().data ?? []
  return <UnreadBadge account={newest && toAddress(newest.account)} />
}
