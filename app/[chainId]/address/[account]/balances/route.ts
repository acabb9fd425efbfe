import { readHeldBalances } from '@/lib/api/accounts/balances'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(readHeldBalances)
