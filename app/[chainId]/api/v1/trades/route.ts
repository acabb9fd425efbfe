import { listTradesAtOnce } from '@/lib/api/order-book/trades'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(listTradesAtOnce)
