'use client'

import { QueryClient, type QueryClientConfig, timeoutManager } from '@tanstack/react-query'
import { createSharedTimers } from '@/lib/client/shared-timers'

timeoutManager.setTimeoutProvider(createSharedTimers())

/** Creates a query cache. No retries here: each fetch function repeats itself what is worth repeating. */
export const createQueryClient = (caches: Omit<QueryClientConfig, 'defaultOptions'> = {}) =>
  new QueryClient({ ...caches, defaultOptions: { queries: { retry: false } } })
