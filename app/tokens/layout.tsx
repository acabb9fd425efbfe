import type { ReactNode } from 'react'
import { MarketProvider } from '@/components/tokens/market-provider'

/** Pages about tokens need no wallet. */
const TokensLayout = ({ children }: { readonly children: ReactNode }) => (
  <MarketProvider>{children}</MarketProvider>
)

export default TokensLayout
