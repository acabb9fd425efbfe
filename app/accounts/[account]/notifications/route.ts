import { listAccountNotifications } from '@/lib/api/accounts/notifications'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(listAccountNotifications)
