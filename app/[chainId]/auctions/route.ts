import { readAuctionList } from '@/lib/api/order-book/auction-list'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(readAuctionList)
