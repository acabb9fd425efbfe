import { withdrawContentAnnouncement } from '@/lib/api/content-announcements'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(withdrawContentAnnouncement)
