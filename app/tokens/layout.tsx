import type { ReactNode } from 'react'
import { PageMessages } from '@/components/i18n/page-messages'
import { MarketProvider } from '@/components/tokens/market-provider'

/** Pages about tokens need no wallet. */
const TokensLayout = ({ children }: { readonly children: ReactNode }) => (
  <PageMessages sections={['tokens']}>
    <MarketProvider>{children}</MarketProvider>
  </PageMessages>
)

export default TokensLayout
