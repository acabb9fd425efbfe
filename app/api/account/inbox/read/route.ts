import { markInbox } from '@/lib/api/inbox-marking'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(markInbox)
