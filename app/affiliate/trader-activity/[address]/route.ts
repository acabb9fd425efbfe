import { listTraderActivity } from '@/lib/api/trader-activity'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(listTraderActivity)
