import {
  changeContentAffiliate,
  freeContentAffiliate,
  readContentAffiliate,
} from '@/lib/api/content-affiliates'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(
  readContentAffiliate,
  changeContentAffiliate,
  freeContentAffiliate,
)
