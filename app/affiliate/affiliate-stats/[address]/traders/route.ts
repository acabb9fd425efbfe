import { listTradersOfAffiliate } from '@/lib/api/affiliate/affiliate-lists'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(listTradersOfAffiliate)
