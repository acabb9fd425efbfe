import { readTraderStats } from '@/lib/api/affiliate-stats'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(readTraderStats)
