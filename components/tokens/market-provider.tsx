'use client'

import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { createQueryClient } from '@/components/app/query-client'

/** Query cache of pages without a wallet. */
export const MarketProvider = ({ children }: { readonly children: ReactNode }) => {
  const [client] = useState(() => createQueryClient())
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
