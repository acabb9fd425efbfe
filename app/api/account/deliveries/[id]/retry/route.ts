import { retryAccountDelivery } from '@/lib/api/session/deliveries'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(retryAccountDelivery)
