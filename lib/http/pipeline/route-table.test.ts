import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineEndpoint, type Endpoint, pathsOf } from '@/lib/api/declare/endpoint'
import { endpoints } from '@/lib/api/declare/registry'
import { routeTable } from './route-table'

function endpoint(method: Endpoint['method'], path: string): Endpoint {
  const name = `${method} ${path}`
  const response = z.unknown()
  return defineEndpoint({ name, method, path, summary: '', response, run: async () => name })
}

const findRoute = routeTable([
  endpoint('GET', '/api/v1/orders/{uid}'),
  endpoint('DELETE', '/api/v1/orders/{orderUid}'),
  endpoint('POST', '/api/v1/orders/by_uids'),
  endpoint('GET', '/api/v2/solver_competition/{auction_id}'),
  endpoint('GET', '/api/v2/solver_competition/latest'),
  endpoint('GET', '/accounts/{account}/notifications'),
  endpoint('GET', '/{chainId}/tokens/{token}/usdPrice'),
  endpoint('GET', '/{chainId}/markets/{base}-{quote}/slippageTolerance'),
])

test('finds an order-book path with and without network segment and trailing slash', () => {
  for (const path of ['/api/v1/orders/0x1', '/api/v1/orders/0x1/']) {
    expect(findRoute(path)).toMatchObject({
      values: ['0x1'],
      route: { pattern: '/api/v1/orders/{uid}' },
    })
    expect(findRoute(`/gnosis${path}`)).toMatchObject({ values: ['gnosis', '0x1'] })
  }
})

test('merges endpoints of one path, whatever their parameter names', () => {
  const route = findRoute('/api/v1/orders/0x1')?.route
  expect(route?.methods).toEqual(['GET', 'DELETE', 'HEAD', 'OPTIONS'])
  expect(route?.endpoints.get('DELETE')?.names).toEqual(['orderUid'])
})

test('prefers a literal segment to a parameter', () => {
  expect(findRoute('/api/v1/orders/by_uids')?.route.methods).toEqual(['POST', 'OPTIONS'])
  expect(findRoute('/accounts/0x1/notifications')?.values).toEqual(['0x1'])
  const latest = '/api/v2/solver_competition/latest'
  expect(findRoute(latest)?.route.pattern).toBe(latest)
  expect(findRoute(`/mainnet${latest}`)).toMatchObject({ values: ['mainnet'] })
})

test('supports two parameters in one segment', () => {
  expect(findRoute('/1/markets/0xa-0xb/slippageTolerance')?.values).toEqual(['1', '0xa', '0xb'])
})

test.each(['/', '/api/v1', '/api/v1/orders', '/api/v1/orders//', '/a/b/api/v1/orders/0x1'])(
  'finds no route for %s',
  (path) => {
    expect(findRoute(path)).toBeUndefined()
  },
)

const unknownPaths = 'app/[chainId]/[...path]/route.ts'
const session = 'app/api/auth/[...nextauth]/route.ts'

const files = new Map<string, string>(
  readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('/route.ts'))
    .map((file) => [`app/${file}`, readFileSync(`app/${file}`, 'utf8')] as const),
)

/** Sign-in is one file, as in next-auth. Next allows one parameter per segment; our router splits `{base}-{quote}`. */
function fileOf(path: string): string {
  if (path.startsWith('/api/auth/')) return session
  const segments = path.split('/').map((part) => (part.includes('}-{') ? '[pair]' : part))
  return `app${segments.join('/').replaceAll('{', '[').replaceAll('}', ']')}/route.ts`
}

function mountedIn(text: string): string[] {
  const [, list = ''] = /= mount\(([^)]*)\)/.exec(text) ?? []
  return list.split(',').flatMap((name) => name.trim() || [])
}

test.each(endpoints.flatMap((endpoint) => pathsOf(endpoint).map((path) => ({ path, endpoint }))))(
  'Next mounts $endpoint.method $path',
  ({ path, endpoint }) => {
    expect(mountedIn(files.get(fileOf(path)) ?? '')).toContain(endpoint.name)
  },
)

test('no route file mounts an endpoint declared at another path', () => {
  for (const [file, text] of files) {
    if (file === unknownPaths) continue
    const declared = endpoints.filter((endpoint) => pathsOf(endpoint).map(fileOf).includes(file))
    expect(mountedIn(text).sort(), file).toEqual(declared.map(({ name }) => name).sort())
  }
})

test('the name, the method and path, and the shape of each endpoint are unique', () => {
  const names = endpoints.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  const places = endpoints.map(({ method, path }) => `${method} ${path.replace(/\{.*?\}/g, '{}')}`)
  expect(new Set(places).size).toBe(places.length)
})

test('answers unknown API paths with JSON, not with a page of Next', () => {
  expect(mountedIn(files.get(unknownPaths) ?? 'missing')).toEqual([])
  expect(files.has(unknownPaths)).toBe(true)
})
