import { readOrderStatus } from '@/lib/api/order-book/order-status'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(readOrderStatus)
