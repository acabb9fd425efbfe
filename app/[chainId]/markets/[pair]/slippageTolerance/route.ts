import { getSlippageTolerance } from '@/lib/api/slippage'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(getSlippageTolerance)
