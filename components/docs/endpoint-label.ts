import type { EndpointReference } from '@/lib/api/docs/reference'

/** An endpoint in a list of them: its method and its path, without the part that most of them begin with. */
export function endpointLabel({ method, paths }: EndpointReference): string {
  return `${method} ${paths[0]?.replace('/api', '')}`
}
