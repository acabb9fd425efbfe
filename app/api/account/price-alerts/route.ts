import { addAccountPriceAlert, listAccountPriceAlerts } from '@/lib/api/session/price-alerts'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(
  listAccountPriceAlerts,
  addAccountPriceAlert,
)
