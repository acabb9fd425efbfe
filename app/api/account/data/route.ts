import { deleteAccountData } from '@/lib/api/channel-data'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(deleteAccountData)
