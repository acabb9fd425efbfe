import { createAffiliate, readAffiliate } from '@/lib/api/affiliate'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(
  createAffiliate,
  readAffiliate,
)
