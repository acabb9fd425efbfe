import { deleteOrders } from '@/lib/api/cancellations'
import { createOrder } from '@/lib/api/orders'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(createOrder, deleteOrders)
