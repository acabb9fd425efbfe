import type { ReactNode } from 'react'
import { PageMessages } from '@/components/i18n/page-messages'
import { UnreadAlone } from '@/components/notifications/unread-alone'
import { MarketProvider } from '@/components/tokens/market-provider'

/** Pages about tokens need no wallet. */
const TokensLayout = ({ children }: { readonly children: ReactNode }) => (
  <PageMessages sections={['tokens', 'ui', 'wallet']}>
    <MarketProvider>
      <UnreadAlone />
      {children}
    </MarketProvider>
  </PageMessages>
)

export default TokensLayout
