import { listAccountNotifications } from '@/lib/api/notifications'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(listAccountNotifications)
