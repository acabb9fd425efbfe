import { exportAccountData } from '@/lib/api/session/channel-data'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(exportAccountData)
