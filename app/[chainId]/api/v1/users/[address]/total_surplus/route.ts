import { readTotalSurplus } from '@/lib/api/surplus'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(readTotalSurplus)
