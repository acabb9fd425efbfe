import { readTotalsOfAccount } from '@/lib/api/accounts/account-fills'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(readTotalsOfAccount)
