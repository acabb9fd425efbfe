import { listContentAffiliates } from '@/lib/api/content-affiliates'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(listContentAffiliates)
