import { getUsdPrice } from '@/lib/api/market/tokens'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(getUsdPrice)
