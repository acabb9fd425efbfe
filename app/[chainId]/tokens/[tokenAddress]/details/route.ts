import { getTokenDetails } from '@/lib/api/token-details'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(getTokenDetails)
