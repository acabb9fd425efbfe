import { rotateWebhookSecret } from '@/lib/api/session/subscription-changes'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(rotateWebhookSecret)
