import { unsubscribeFromMail } from '@/lib/api/mail-links'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(unsubscribeFromMail)
