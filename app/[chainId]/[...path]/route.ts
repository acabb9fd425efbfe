import { mount } from '@/lib/http/pipeline/mount'

// Every unknown path of two or more segments; static and longer route templates take precedence.
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount()
