import { addSubscription, listAccountSubscriptions } from '@/lib/api/session/subscriptions'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(
  listAccountSubscriptions,
  addSubscription,
)
