import type { ReactNode } from 'react'
import { UnreadAlone } from '@/components/notifications/unread-alone'
import { MarketProvider } from '@/components/tokens/market-provider'

/** The page of an order needs no wallet. */
const OrderLayout = ({ children }: { readonly children: ReactNode }) => (
  <>
    <MarketProvider>
      <UnreadAlone />
    </MarketProvider>
    {children}
  </>
)

export default OrderLayout
