import { readNonce } from '@/lib/api/session/sign-in'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(readNonce)
