import { readCompetitionByTransactionV2 } from '@/lib/api/order-book/auctions'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(
  readCompetitionByTransactionV2,
)
