import { readAuction } from '@/lib/api/order-book/current-auction'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(readAuction)
