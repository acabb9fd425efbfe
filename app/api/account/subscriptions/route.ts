import { addSubscription, listAccountSubscriptions } from '@/lib/api/subscriptions'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(
  listAccountSubscriptions,
  addSubscription,
)
