import type { EndpointReference } from '@/lib/api/docs/reference'

/** Formats an endpoint for lists: method and path, without the common prefix. */
export function endpointLabel({ method, paths }: EndpointReference): string {
  return `${method} ${paths[0]?.replace('/api', '')}`
}
