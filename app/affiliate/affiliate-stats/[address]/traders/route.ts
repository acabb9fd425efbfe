import { listTradersOfAffiliate } from '@/lib/api/affiliate-traders'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(listTradersOfAffiliate)
