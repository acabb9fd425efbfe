import type { Endpoint } from './endpoint'
import { documentationEndpoint } from './openapi'
import { getHealth, getReadiness, getTokenList } from './operations'
import { getSettings, relay } from './pages'
import { createQuote } from './quotes'

const described: readonly Endpoint[] = [
  createQuote,
  getTokenList,
  getSettings,
  relay,
  getHealth,
  getReadiness,
]

/** GET /openapi.json. */
export const getOpenapi = documentationEndpoint(described)

/** Every endpoint of the service; what is not in this list is not served. */
export const endpoints: readonly Endpoint[] = [...described, getOpenapi]
