import { mount } from '@/lib/http/pipeline/mount'

// Every unknown path of two segments or more; fixed and longer templates win over it.
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount()
