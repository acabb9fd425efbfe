import { markInbox } from '@/lib/api/session/inbox'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(markInbox)
