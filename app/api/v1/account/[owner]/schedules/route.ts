import { readAccountSchedules } from '@/lib/api/order-book/schedules'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(readAccountSchedules)
