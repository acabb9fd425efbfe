import { getOpenapi } from '@/lib/api/registry'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(getOpenapi)
