import { streamBalances } from '@/lib/api/balances'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(streamBalances)
