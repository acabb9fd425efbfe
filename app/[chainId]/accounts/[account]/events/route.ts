import { streamAccountEvents } from '@/lib/api/account-events'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(streamAccountEvents)
