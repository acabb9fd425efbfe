import { readAffiliateStats } from '@/lib/api/affiliate/affiliate-stats'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(readAffiliateStats)
