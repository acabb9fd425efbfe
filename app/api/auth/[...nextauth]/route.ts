import { readCsrfToken, readSession, signInAccount, signOutAccounts } from '@/lib/api/sign-in'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(
  readCsrfToken,
  readSession,
  signInAccount,
  signOutAccounts,
)
