import { renewPushSubscription } from '@/lib/api/push-renewal'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(renewPushSubscription)
