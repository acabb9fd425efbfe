import {
  readCsrfToken,
  readSession,
  signInAccount,
  signOutAccounts,
} from '@/lib/api/session/sign-in'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(
  readCsrfToken,
  readSession,
  signInAccount,
  signOutAccounts,
)
