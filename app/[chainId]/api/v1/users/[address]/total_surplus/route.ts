import { readTotalSurplus } from '@/lib/api/order-book/surplus'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(readTotalSurplus)
