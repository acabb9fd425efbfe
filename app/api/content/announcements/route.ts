import {
  createContentAnnouncement,
  listContentAnnouncements,
} from '@/lib/api/content/content-announcements'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(
  listContentAnnouncements,
  createContentAnnouncement,
)
