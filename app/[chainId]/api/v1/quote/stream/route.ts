import { readQuoteStream } from '@/lib/api/quotes'
import { mount } from '@/lib/http/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(readQuoteStream)
