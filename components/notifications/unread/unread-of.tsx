'use client'

import { useSessions } from '@/components/account/use-sessions'
import { MarketProvider } from '@/components/tokens/market-provider'
import type { SessionView } from '@/lib/client/sign-in'
import { toAddress } from '@/lib/core/address'
import { UnreadBadge } from './unread-badge'

type Props = {
  /** The known accounts of this browser. */
  readonly sessions: readonly SessionView[]
  /** The texts of {@link UnreadBadge}. */
  readonly words: string
}

/** The unread count of the account that signed in last. */
export const UnreadOf = (props: Props) => (
  <MarketProvider>
    <Newest {...props} />
  </MarketProvider>
)

const Newest = ({ sessions, words }: Props) => {
  const [newest] = useSessions({ initialData: sessions }).data ?? []
  return <UnreadBadge account={newest && toAddress(newest.account)} words={words} />
}
