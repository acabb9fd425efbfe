'use client'

import { useSessions } from '@/components/account/use-sessions'
import { toAddress } from '@/lib/core/address'
import { UnreadBadge } from './unread-badge'

/** What is unread, on pages that know no wallet: of the account that signed in last. */
export const UnreadAlone = () => {
  const [newest] = useSessions().data ?? []
  return <UnreadBadge account={newest && toAddress(newest.account)} />
}
