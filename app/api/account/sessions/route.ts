import { listSessions } from '@/lib/api/account-sessions'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(listSessions)
