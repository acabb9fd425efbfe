import type { Tone } from '@/components/ui/badge'
import type { EndpointReference } from '@/lib/api/docs/reference'

const tones = {
  GET: 'info',
  POST: 'primary',
  PUT: 'warn',
  PATCH: 'warn',
  DELETE: 'danger',
} as const

/** The tone of a method's badge; what it does is in the words beside it. */
export function methodTone(method: EndpointReference['method']): Tone {
  return tones[method]
}
