import { readQuoteStream } from '@/lib/api/order-book/quotes'
import { mount } from '@/lib/http/pipeline/mount'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mount(readQuoteStream)
