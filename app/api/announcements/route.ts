import { readAnnouncements } from '@/lib/api/content/announcements'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(readAnnouncements)
