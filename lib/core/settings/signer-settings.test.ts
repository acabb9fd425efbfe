import { expect, test } from 'vitest'
import { parseConfig } from '@/lib/config'
import { hasSolver } from './signer-settings'

const address = `0x${'Ab'.repeat(20)}`
const nodes = { RPC_URL_1: 'http://a', RPC_URL_100: 'http://b' }
const signers = { SIGNER_URL_1: 'http://signer-1:9000', SIGNER_URL_100: 'http://signer-100:9000' }

test('the solver is a key of this process, an account of remote signers, or none', () => {
  const { solverSigner, solverKey } = parseConfig({ ...nodes, ...signers, SOLVER_ADDRESS: address })
  expect(solverSigner?.address).toBe(address.toLowerCase())
  expect([...(solverSigner?.urls ?? [])]).toEqual([
    [1, 'http://signer-1:9000'],
    [100, 'http://signer-100:9000'],
  ])
  expect(hasSolver({ solverKey, solverSigner })).toBe(true)
  expect(hasSolver(parseConfig({ SOLVER_PRIVATE_KEY: `0x${'12'.repeat(32)}` }))).toBe(true)
  expect(hasSolver(parseConfig(nodes))).toBe(false)
})

test.each([
  ['a signer without the address', signers, 'SOLVER_ADDRESS: is missing'],
  ['an address without signers', { SOLVER_ADDRESS: address }, 'SIGNER_URL_1: is missing'],
  [
    'a network without a signer',
    { SOLVER_ADDRESS: address, SIGNER_URL_1: 'http://signer' },
    'SIGNER_URL_100: is missing',
  ],
  [
    'a key as well',
    { ...signers, SOLVER_ADDRESS: address, SOLVER_PRIVATE_KEY: `0x${'12'.repeat(32)}` },
    'SOLVER_PRIVATE_KEY: unset it',
  ],
  [
    'a login in a URL',
    { ...signers, SOLVER_ADDRESS: address, SIGNER_URL_1: 'http://me:s3cret@signer' },
    'SIGNER_URL_1: must not contain a user name',
  ],
  ['a malformed URL', { ...signers, SIGNER_URL_1: 's3cret' }, 'SIGNER_URL_1: part 1 of 1'],
  ['two signers', { ...signers, SIGNER_URL_1: 'http://a,http://b' }, 'SIGNER_URL_1: names more'],
  ['a malformed address', { ...signers, SOLVER_ADDRESS: '0x12' }, 'SOLVER_ADDRESS'],
])('refuses %s, without its secrets', (_, environment, reason) => {
  const parse = () => parseConfig({ ...nodes, ...environment })
  expect(parse).toThrow(reason)
  expect(parse).not.toThrow('s3cret')
})
