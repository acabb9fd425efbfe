import { listPoolsByAddress, listPoolsOfToken } from '@/lib/api/pools'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(
  listPoolsOfToken,
  listPoolsByAddress,
)
