import { readVersion } from '@/lib/api/health/version'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(readVersion)
