import { getAverageAprs } from '@/lib/api/market/pools'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(getAverageAprs)
