import { listTradersOfAffiliate } from '@/lib/api/affiliate/affiliate-traders'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(listTradersOfAffiliate)
