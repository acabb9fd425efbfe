import type { EndpointReference } from '@/lib/api/docs/reference'

/** Formats an endpoint for lists: method and path. */
export const endpointLabel = ({ method, path }: EndpointReference): string => `${method} ${path}`
