import { listContentAffiliates } from '@/lib/api/content/content-affiliates'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(listContentAffiliates)
