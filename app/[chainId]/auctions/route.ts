import { readAuctionList } from '@/lib/api/auction-list'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(readAuctionList)
