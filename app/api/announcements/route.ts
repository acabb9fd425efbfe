import { readAnnouncements } from '@/lib/api/announcements'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(readAnnouncements)
