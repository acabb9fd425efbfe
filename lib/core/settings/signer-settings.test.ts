import { describe, expect, test } from 'vitest'
import { parseConfig } from '@/lib/config'
import { hasSolver } from './signer-settings'

const key = (byte: string) => `0x${byte.repeat(32)}`
const address = `0x${'Ab'.repeat(20)}`
const other = `0x${'cd'.repeat(20)}`
const nodes = { RPC_URL_1: 'http://a', RPC_URL_100: 'http://b' }
const signers = { SIGNER_URL_1: 'http://signer-1:9000', SIGNER_URL_100: 'http://signer-100:9000' }

const solversOf = (environment: Record<string, string>) => {
  const config = parseConfig({ ...nodes, ...environment })
  return {
    keys: Object.fromEntries(config.solverKeys),
    signers: Object.fromEntries(config.solverSigners),
    settled: [1, 100].filter((chainId) => hasSolver(config, chainId)),
  }
}

describe('the solver of a network', () => {
  test('is the key of all networks, or its own before that', () => {
    expect(solversOf({ SOLVER_PRIVATE_KEY: key('12') })).toMatchObject({
      keys: { 1: key('12'), 100: key('12') },
      settled: [1, 100],
    })
    const both = { SOLVER_PRIVATE_KEY: key('12'), SOLVER_PRIVATE_KEY_100: ` ${key('34')}\n` }
    expect(solversOf(both).keys).toEqual({ 1: key('12'), 100: key('34') })
  })

  test('is absent where neither is set', () => {
    const one = { SOLVER_PRIVATE_KEY_100: key('34'), SOLVER_PRIVATE_KEY_1: '', SOLVER_ADDRESS: '' }
    expect(solversOf(one)).toEqual({ keys: { 100: key('34') }, signers: {}, settled: [100] })
    expect(solversOf({})).toEqual({ keys: {}, signers: {}, settled: [] })
  })

  test('is the account of a remote signer, the same on all networks or its own', () => {
    const [first, second] = [signers.SIGNER_URL_1, signers.SIGNER_URL_100]
    const shared = { address: address.toLowerCase(), url: first }
    expect(solversOf({ ...signers, SOLVER_ADDRESS: address })).toEqual({
      keys: {},
      signers: { 1: shared, 100: { ...shared, url: second } },
      settled: [1, 100],
    })
    const both = { ...signers, SOLVER_ADDRESS: address, SOLVER_ADDRESS_100: other }
    expect(solversOf(both).signers).toEqual({ 1: shared, 100: { address: other, url: second } })
    expect(solversOf({ SOLVER_ADDRESS_100: other, SIGNER_URL_100: second })).toEqual({
      keys: {},
      signers: { 100: { address: other, url: second } },
      settled: [100],
    })
  })

  test('is not the path of a file, which another module reads', () => {
    const files = { SOLVER_PRIVATE_KEY_FILE: '/run/key', SOLVER_PRIVATE_KEY_1_FILE: '/run/key-1' }
    expect(solversOf({ ...files, ...signers, SOLVER_ADDRESS: address }).settled).toEqual([1, 100])
  })
})

test.each([
  ['a signer without the address', signers, 'SIGNER_URL_1: set SOLVER_ADDRESS_1 or SOLVER_ADDRESS'],
  [
    'a signer without the address of its network',
    { ...signers, SOLVER_ADDRESS_1: address },
    'SIGNER_URL_100: set SOLVER_ADDRESS_100 or SOLVER_ADDRESS',
  ],
  ['an address without signers', { SOLVER_ADDRESS: address }, 'SIGNER_URL_1: is missing'],
  [
    'a network without a signer',
    { SOLVER_ADDRESS: address, SIGNER_URL_1: 'http://signer' },
    'SIGNER_URL_100: is missing; SOLVER_ADDRESS needs a signer on every network',
  ],
  [
    'an address of one network without its signer',
    { SOLVER_ADDRESS_100: address },
    'SIGNER_URL_100: is missing; SOLVER_ADDRESS_100 needs it',
  ],
  [
    'a key as well',
    { ...signers, SOLVER_ADDRESS: address, SOLVER_PRIVATE_KEY: key('12') },
    'SOLVER_PRIVATE_KEY: cannot be set with SIGNER_URL_1, SIGNER_URL_100, SOLVER_ADDRESS:',
  ],
  [
    'keys of other networks as well',
    {
      ...{ SOLVER_PRIVATE_KEY_1: key('12'), SOLVER_PRIVATE_KEY_8453: key('12') },
      ...{ SIGNER_URL_100: 'http://s3cret', SOLVER_ADDRESS_100: address },
    },
    'SOLVER_PRIVATE_KEY_1, SOLVER_PRIVATE_KEY_8453: cannot be set with SIGNER_URL_100, SOLVER_ADDRESS_100:',
  ],
  [
    'a login in a URL',
    { ...signers, SOLVER_ADDRESS: address, SIGNER_URL_1: 'http://me:s3cret@signer' },
    'SIGNER_URL_1: must not contain a user name',
  ],
  ['a malformed URL', { ...signers, SIGNER_URL_1: 's3cret' }, 'SIGNER_URL_1: part 1 of 1'],
  ['two signers', { ...signers, SIGNER_URL_1: 'http://a,http://b' }, 'SIGNER_URL_1: names more'],
  ['a malformed address', { ...signers, SOLVER_ADDRESS: '0x12' }, 'SOLVER_ADDRESS'],
  [
    'a malformed address of one network',
    { ...signers, SOLVER_ADDRESS_1: 's3cret' },
    'SOLVER_ADDRESS_1: must be a 20-byte address',
  ],
  [
    'a malformed key of one network',
    { SOLVER_PRIVATE_KEY_1: 's3cret' },
    'SOLVER_PRIVATE_KEY_1: must be 32 bytes of 0x-prefixed hex',
  ],
  [
    'a key of an unknown network',
    { SOLVER_PRIVATE_KEY_5: 's3cret' },
    'SOLVER_PRIVATE_KEY_5: 5 is the chain id of no network',
  ],
  [
    'an address of a network by its name',
    { SOLVER_ADDRESS_GNOSIS: 's3cret' },
    'SOLVER_ADDRESS_GNOSIS: GNOSIS is the chain id of no network',
  ],
])('refuses %s, without its secrets', (_, environment, reason) => {
  const parse = () => parseConfig({ ...nodes, ...environment })
  expect(parse).toThrow(reason)
  expect(parse).not.toThrow('s3cret')
  expect(parse).not.toThrow(key('12'))
})
