import { readLatestCompetitionV2 } from '@/lib/api/auctions'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(readLatestCompetitionV2)
