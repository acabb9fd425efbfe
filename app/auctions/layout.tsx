import type { ReactNode } from 'react'
import { UnreadAlone } from '@/components/notifications/unread-alone'
import { MarketProvider } from '@/components/tokens/market-provider'

/** Pages of auctions need no wallet. */
const AuctionsLayout = ({ children }: { readonly children: ReactNode }) => (
  <>
    <MarketProvider>
      <UnreadAlone />
    </MarketProvider>
    {children}
  </>
)

export default AuctionsLayout
