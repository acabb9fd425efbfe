import { storeAppData } from '@/lib/api/order-book/app-data'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(storeAppData)
