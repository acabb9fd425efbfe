import { readAppData, uploadAppData } from '@/lib/api/app-data'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(uploadAppData, readAppData)
