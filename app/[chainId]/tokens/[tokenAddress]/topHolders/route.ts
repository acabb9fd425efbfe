import { getTopHolders } from '@/lib/api/holders'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(getTopHolders)
