import { expect, test } from 'vitest'
import { clientAddressOf, clientKey } from './client-address'

const socketAddress = '10.0.0.9'

test('ignores a forged X-Forwarded-For without trusted proxies', () => {
  const forwardedFor = '6.6.6.6'
  expect(clientAddressOf({ socketAddress, forwardedFor, trustedProxies: 0 })).toBe(socketAddress)
})

test.each([
  [1, '6.6.6.6, 1.2.3.4', '1.2.3.4'],
  [2, '6.6.6.6, 1.2.3.4, 10.0.0.1', '1.2.3.4'],
  [3, '1.2.3.4', '1.2.3.4'],
  [1, 'not an address', socketAddress],
  [1, '[2001:db8::1]:443', '2001:db8::1'],
  [1, '1.2.3.4:5555', '1.2.3.4'],
  [1, undefined, socketAddress],
])('behind %i proxies, %s names the client %s', (trustedProxies, forwardedFor, client) => {
  expect(clientAddressOf({ socketAddress, forwardedFor, trustedProxies })).toBe(client)
})

test('uses the last hop if no socket is known', () => {
  const hops = { socketAddress: undefined, trustedProxies: 0 }
  expect(clientAddressOf({ ...hops, forwardedFor: '6.6.6.6, 1.2.3.4' })).toBe('1.2.3.4')
  expect(clientAddressOf({ ...hops, forwardedFor: undefined })).toBe('unknown')
})

test.each([
  ['1.2.3.4', '1.2.3.4'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::1.2.3.4', '64:ff9b:0:0::/64'],
])('counts requests from %s under %s', (address, key) => {
  expect(clientKey(address)).toBe(key)
})
