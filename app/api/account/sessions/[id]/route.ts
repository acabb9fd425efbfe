import { deleteSession } from '@/lib/api/session/account-sessions'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(deleteSession)
