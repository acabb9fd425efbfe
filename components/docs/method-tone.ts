import type { Tone } from '@/components/ui/badge'
import type { EndpointReference } from '@/lib/api/docs/reference'

const tones = {
  GET: 'info',
  POST: 'primary',
  PUT: 'warn',
  PATCH: 'warn',
  DELETE: 'danger',
} as const

/** Returns the colour of a method's badge; the text carries the meaning. */
export function methodTone(method: EndpointReference['method']): Tone {
  return tones[method]
}
