import { readOrderStatus } from '@/lib/api/order-status'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(readOrderStatus)
