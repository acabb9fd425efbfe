import { listTraderActivity } from '@/lib/api/affiliate/trader-activity'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(listTraderActivity)
