import { askFaucet } from '@/lib/api/market/faucet'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(askFaucet)
