import { getVolatilityDetails } from '@/lib/api/market/volatility-details'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(getVolatilityDetails)
