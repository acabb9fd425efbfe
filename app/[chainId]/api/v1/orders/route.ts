import { deleteOrders } from '@/lib/api/order-book/cancellations'
import { createOrder } from '@/lib/api/order-book/orders'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(createOrder, deleteOrders)
