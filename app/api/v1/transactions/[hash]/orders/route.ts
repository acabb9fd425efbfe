import { readTransactionOrders } from '@/lib/api/order-book/order-lists'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(readTransactionOrders)
