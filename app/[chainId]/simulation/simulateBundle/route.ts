import { simulateTransactions } from '@/lib/api/order-book/simulation'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(simulateTransactions)
