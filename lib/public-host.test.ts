import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPublicAddress } from './public-host'

const refused: Readonly<Record<string, readonly string[]>> = {
  'this machine': ['127.0.0.1', '127.255.255.254', '0.0.0.0', '0.1.2.3', '::1', '::'],
  'a private network': [
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    'fd12::1',
    'fc00::1',
  ],
  'a link': ['169.254.0.1', 'fe80::1', 'fe80::1%eth0', 'febf::1'],
  'a cloud metadata service': [
    '169.254.169.254',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
    'fd00:ec2::254',
  ],
  'a carrier’s network': ['100.64.0.1', '100.127.255.255'],
  'a multicast group or everyone': [
    '224.0.0.1',
    '239.1.1.1',
    '255.255.255.255',
    'ff02::1',
    'ff0e::1',
  ],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  'a test network': ['198.18.0.1', '198.19.255.255', '2001:2::1'],
  unassigned: ['240.0.0.1', '4000::1', 'e000::1', '100::1', '5f00::1'],
  'IPv4 wrapped in IPv6': [
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:a00:1',
    '::10.0.0.1',
    '64:ff9b::10.0.0.1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b::1',
    '64:ff9b:1::8.8.8.8',
    '2002:a00:1::1',
    '2001:0:53aa:64c:0:fbff:f5ff:fffe',
  ],
  'a site of old': ['fec0::1'],
  'no address': [
    '',
    'localhost',
    'example.org',
    '1.2.3',
    '0x7f.1',
    '2130706433',
    '1.2.3.4.5',
    '[::1]',
  ],
}

describe.each(Object.entries(refused))('%s is not public', (_, addresses) => {
  test.each(addresses)('%s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

const allowed = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.215.14',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001::200e',
  '2001:4860:4860::8888',
  '64:ff9b::8.8.8.8',
]

test.each(allowed)('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test('an IPv4-mapped address is never public, and a NAT64 one only if its IPv4 address is', () => {
  const byte = fc.integer({ min: 0, max: 255 })
  fc.assert(
    fc.property(byte, byte, byte, byte, (...bytes) => {
      const address = bytes.join('.')
      expect(isPublicAddress(`::ffff:${address}`)).toBe(false)
      expect(isPublicAddress(`64:ff9b::${address}`)).toBe(isPublicAddress(address))
    }),
    { seed: 6 },
  )
})
