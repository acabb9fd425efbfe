import { getVolatilityDetails } from '@/lib/api/volatility-details'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(getVolatilityDetails)
