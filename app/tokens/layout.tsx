import type { ReactNode } from 'react'
import { UnreadAlone } from '@/components/notifications/unread-alone'
import { MarketProvider } from '@/components/tokens/market-provider'

/** Pages about tokens need no wallet. */
const TokensLayout = ({ children }: { readonly children: ReactNode }) => (
  <MarketProvider>
    <UnreadAlone />
    {children}
  </MarketProvider>
)

export default TokensLayout
