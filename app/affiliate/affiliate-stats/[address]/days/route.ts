import { listDaysOfAffiliate } from '@/lib/api/affiliate-days'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(listDaysOfAffiliate)
