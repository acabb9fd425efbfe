import type { ErrorCase, Sent } from './error-fixture'

const someone = `0x${'ab'.repeat(20)}`
const uid = `0x${'ab'.repeat(56)}`
const get = (path: string) => (): Sent => ({ method: 'GET', path })
const post = (more: Partial<Sent>) => (): Sent => ({
  method: 'POST',
  path: '/api/v1/quote',
  ...more,
})
const message = { format: 'message' } as const
const nested = `{"kind":"sell","appData":${'['.repeat(32)}${']'.repeat(32)}}`

/** Errors of a request that never reaches an endpoint, in the format of its path. */
export const transportErrors: readonly ErrorCase[] = [
  {
    code: 'NotFound',
    name: 'unknown order-book path',
    description: /^unknown path$/,
    request: get('/api/v1/nothing'),
  },
  {
    ...message,
    code: 'NotFound',
    name: 'unknown path of a network',
    description: /^unknown path$/,
    request: get('/1/tokens/nothing'),
  },
  {
    code: 'NotFound',
    name: 'unknown network',
    description: /^unknown network; this instance serves mainnet$/,
    request: get(`/moon/api/v1/orders/${uid}`),
  },
  {
    code: 'NotFound',
    name: 'network with a leading zero',
    description: /^unknown network; this instance serves mainnet$/,
    request: get(`/01/api/v1/orders/${uid}`),
  },
  {
    code: 'ServiceUnavailable',
    name: 'network without an RPC',
    description: /^network sepolia is not configured on this instance$/,
    request: get(`/sepolia/api/v1/orders/${uid}`),
  },
  {
    code: 'MethodNotAllowed',
    name: 'GET of a quote',
    description: /^this path takes POST, OPTIONS$/,
    headers: { allow: /^POST, OPTIONS$/ },
    request: get('/api/v1/quote'),
  },
  {
    ...message,
    code: 'MethodNotAllowed',
    name: 'PATCH of notifications',
    description: /^this path takes GET, HEAD, OPTIONS$/,
    headers: { allow: /^GET, HEAD, OPTIONS$/ },
    request: () => ({ method: 'PATCH', path: `/accounts/${someone}/notifications` }),
  },
  {
    code: 'PayloadTooLarge',
    name: 'a body over 32 KiB',
    description: /^the body is larger than 32768 bytes$/,
    request: () => ({
      method: 'DELETE',
      path: '/api/v1/orders',
      text: `"${'x'.repeat(33_000)}"`,
    }),
  },
  {
    code: 'UnsupportedMediaType',
    name: 'a body that is said to be text',
    description: /^send Content-Type: application\/json in UTF-8$/,
    request: post({ text: '{}', headers: { 'content-type': 'text/plain' } }),
  },
  {
    code: 'UnsupportedMediaType',
    name: 'a compressed body',
    description: /^send the body without Content-Encoding$/,
    request: post({ text: '{}', headers: { 'content-encoding': 'gzip' } }),
  },
  {
    code: 'InvalidParameter',
    name: 'malformed JSON',
    description: /^the body is not JSON in UTF-8$/,
    request: post({ text: '{"kind":' }),
  },
  {
    code: 'InvalidParameter',
    name: 'no body',
    description: /^the request has no body$/,
    request: post({ text: '' }),
  },
  {
    code: 'InvalidParameter',
    name: 'a body that is no object',
    description: /^the body must be an object$/,
    request: post({ text: '7' }),
  },
  {
    code: 'InvalidParameter',
    name: 'nesting deeper than 32',
    description: /^the body is nested deeper than 32 levels$/,
    request: post({ text: nested }),
  },
  {
    code: 'InvalidParameter',
    name: 'NUL in text',
    description: /^text must not hold NUL or lone surrogates$/,
    request: post({ text: '{"kind":"a\\u0000"}' }),
  },
  {
    code: 'InvalidParameter',
    name: 'a malformed uid in the path',
    description: /^uid must be an order uid: 0x and 112 hexadecimal digits$/,
    request: get('/api/v1/orders/0x12'),
  },
  {
    code: 'InvalidParameter',
    name: 'a repeated query parameter',
    description: /^limit is given more than once$/,
    request: get(`/api/v1/account/${someone}/orders?limit=1&limit=2`),
  },
  {
    code: 'InvalidParameter',
    name: 'a limit over 1000',
    description: /^limit must be a whole number from 1 to 1000$/,
    request: get(`/api/v2/trades?owner=${someone}&limit=1001`),
  },
  {
    code: 'InvalidParameter',
    name: 'malformed percent-encoding',
    description: /^the request target is not percent-encoded UTF-8$/,
    request: get('/api/v1/orders/%E0%A4%A'),
  },
  {
    ...message,
    code: 'BadRequest',
    name: 'a backslash in the path',
    description: /^the path holds a backslash$/,
    request: get('/accounts/%5C/notifications'),
  },
]
