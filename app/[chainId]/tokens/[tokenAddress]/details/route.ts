import { getTokenDetails } from '@/lib/api/market/token-details'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(getTokenDetails)
