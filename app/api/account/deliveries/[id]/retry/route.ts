import { retryAccountDelivery } from '@/lib/api/deliveries'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(retryAccountDelivery)
