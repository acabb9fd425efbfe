import { listPoolsByAddress, listPoolsOfToken } from '@/lib/api/market/pools'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(
  listPoolsOfToken,
  listPoolsByAddress,
)
