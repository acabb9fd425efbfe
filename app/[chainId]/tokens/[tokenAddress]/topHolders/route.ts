import { getTopHolders } from '@/lib/api/market/holders'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(getTopHolders)
