import { getReadiness } from '@/lib/api/health/readiness-endpoints'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(getReadiness)
