import {
  changeAccountSubscription,
  deleteAccountSubscription,
} from '@/lib/api/subscription-changes'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(
  changeAccountSubscription,
  deleteAccountSubscription,
)
