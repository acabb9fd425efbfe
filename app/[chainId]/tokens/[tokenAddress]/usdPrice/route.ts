import { getUsdPrice } from '@/lib/api/market'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(getUsdPrice)
