import { expect, test } from 'vitest'
import { isApiPath } from './api-path'

test.each([
  '/api',
  '/api/v1/quote',
  '/mainnet/api/v1/quote',
  '/nowhere/api/v9',
  '/1/anything',
  '/xdai',
  '/Ethereum/api',
  '/ARB1/tokens',
  '/accounts/0x1/notifications',
  '/affiliate/0x1/',
])('%s belongs to the API', (path) => {
  expect(isApiPath(path)).toBe(true)
})

test.each(['/', '/orders/0x1', '/affiliate', '/affiliate/', '/tokens/1'])(
  '%s belongs to the pages',
  (path) => {
    expect(isApiPath(path)).toBe(false)
  },
)
