import { storeAppData } from '@/lib/api/app-data'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(storeAppData)
