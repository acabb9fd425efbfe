import { type Endpoint, pathsOf } from '@/lib/api/declare/endpoint'

/** A path template with one endpoint per method. */
export type Route = {
  /** The path template, for logs and metrics. */
  readonly pattern: string
  readonly endpoints: ReadonlyMap<string, RoutedEndpoint>
  /** Supported methods, for `Allow`. */
  readonly methods: readonly string[]
}

type RoutedEndpoint = {
  readonly endpoint: Endpoint
  /** Names of the path parameters, in order. */
  readonly names: readonly string[]
}

/** A route with the values of its path parameters, still percent-encoded. */
export type RouteMatch = { readonly route: Route; readonly values: readonly string[] }

/** Finds the route of a path; a trailing slash is ignored. */
export type RouteTable = (path: string) => RouteMatch | undefined

/** `parametersAt`: 0-based indexes of the segments with a parameter. */
type Candidate = Route & { readonly expression: RegExp; readonly parametersAt: readonly number[] }

const parameter = /\{([^}]+)\}/g

/** Sorts the template that is literal at the first differing segment before the other. */
function literalFirst(a: Candidate, b: Candidate): number {
  const places = Math.max(a.parametersAt.length, b.parametersAt.length)
  for (let place = 0; place < places; place++) {
    const ours = a.parametersAt[place] ?? Number.MAX_SAFE_INTEGER
    const theirs = b.parametersAt[place] ?? Number.MAX_SAFE_INTEGER
    if (ours !== theirs) return theirs - ours
  }
  return 0
}

/** Builds the route table. If several templates match a path, the one with the longest literal start wins. */
export function routeTable(endpoints: readonly Endpoint[]): RouteTable {
  const byShape = new Map<string, Map<string, RoutedEndpoint>>()
  const patterns = new Map<string, string>()
  for (const endpoint of endpoints) {
    for (const path of pathsOf(endpoint)) {
      const shape = path.replace(parameter, '{}')
      const methods = byShape.get(shape) ?? new Map<string, RoutedEndpoint>()
      const names = [...path.matchAll(parameter)].map(([, name = '']) => name)
      byShape.set(shape, methods.set(endpoint.method, { endpoint, names }))
      if (!patterns.has(shape)) patterns.set(shape, path)
    }
  }
  const bySegments = new Map<number, Candidate[]>()
  for (const [shape, methods] of byShape) {
    const count = shape.split('/').length
    const candidates = [...(bySegments.get(count) ?? []), candidate(shape, methods)]
    candidates.sort(literalFirst)
    bySegments.set(count, candidates)
  }
  return (path) => find(bySegments, path)

  function candidate(shape: string, methods: ReadonlyMap<string, RoutedEndpoint>): Candidate {
    return {
      pattern: patterns.get(shape) ?? shape,
      endpoints: methods,
      methods: allowedMethods([...methods.keys()]),
      expression: new RegExp(`^${escapeStatic(shape).replaceAll('{}', '([^/]+?)')}$`),
      parametersAt: shape.split('/').flatMap((part, index) => (part.includes('{}') ? [index] : [])),
    }
  }
}

function find(
  bySegments: ReadonlyMap<number, readonly Candidate[]>,
  path: string,
): RouteMatch | undefined {
  const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  for (const route of bySegments.get(trimmed.split('/').length) ?? []) {
    const match = route.expression.exec(trimmed)
    if (match) return { route, values: match.slice(1) }
  }
  return undefined
}

function escapeStatic(shape: string): string {
  return shape.replace(/[.*+?^$()|[\]\\-]/g, '\\$&')
}

function allowedMethods(methods: readonly string[]): string[] {
  const head = methods.includes('GET') ? ['HEAD'] : []
  return [...methods, ...head, 'OPTIONS']
}
