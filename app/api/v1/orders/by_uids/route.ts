import { readOrdersByUids } from '@/lib/api/order-lists'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(readOrdersByUids)
