import { unsubscribeFromMail } from '@/lib/api/session/mail-links'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(unsubscribeFromMail)
