import { listMarketsOfTokens } from '@/lib/api/market/token-markets'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(listMarketsOfTokens)
