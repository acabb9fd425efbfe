import { readNativePrice } from '@/lib/api/tokens'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(readNativePrice)
