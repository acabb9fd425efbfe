import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineEndpoint, type Endpoint } from '@/lib/api/declare/endpoint'
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
