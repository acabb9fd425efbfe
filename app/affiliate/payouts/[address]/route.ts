import { listPayoutsOfWallet } from '@/lib/api/affiliate-payouts'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(listPayoutsOfWallet)
