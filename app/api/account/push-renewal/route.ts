import { renewPushSubscription } from '@/lib/api/session/push-renewal'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(renewPushSubscription)
