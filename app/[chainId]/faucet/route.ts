import { askFaucet } from '@/lib/api/faucet'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(askFaucet)
