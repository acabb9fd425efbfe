import { getSlippageTolerance } from '@/lib/api/market/slippage'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(getSlippageTolerance)
