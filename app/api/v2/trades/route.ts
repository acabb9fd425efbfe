import { listTradesByPage } from '@/lib/api/trades'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(listTradesByPage)
