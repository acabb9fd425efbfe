import { simulateTransactions } from '@/lib/api/simulation'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(simulateTransactions)
