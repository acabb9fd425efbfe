import { deleteOrder } from '@/lib/api/cancellations'
import { readOrder } from '@/lib/api/orders'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(readOrder, deleteOrder)
