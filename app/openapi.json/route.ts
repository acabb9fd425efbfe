import { getOpenapi } from '@/lib/api/declare/registry'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(getOpenapi)
