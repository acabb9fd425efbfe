import { streamAccountEvents } from '@/lib/api/accounts/account-events'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(streamAccountEvents)
