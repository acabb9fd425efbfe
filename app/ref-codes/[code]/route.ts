import { readAffiliateCode } from '@/lib/api/affiliate/affiliate'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(readAffiliateCode)
