import { expect, test } from 'vitest'
import { parsePrivateEndpoints } from './submission-settings'

const secret = 'k3y-0f-the-0perator'
const relay = `https://relay.example.org/${secret}`

test('one private endpoint or several are served by network', () => {
  const served = parsePrivateEndpoints({
    SUBMIT_URL_1: `private,${relay}, https://other.example.org`,
    SUBMIT_URL_100: ' ',
    SUBMIT_URL_11155111: 'private,http://127.0.0.1:8545',
  })
  expect([...served.keys()]).toEqual([1, 11155111])
  expect(served.get(1)?.map(({ host }) => host)).toEqual(['relay.example.org', 'other.example.org'])
})

test.each([
  ['without a kind', relay, 'must be private,https://…'],
  ['of another kind', `public,${relay}`, 'must be private,https://…'],
  ['without an address', 'private', 'must be private,https://…'],
  ['with an empty address', `private,${relay},`, 'address 2 is no URL'],
  ['that is no URL', `private,${secret}`, 'address 1 is no URL'],
  [
    'without encryption',
    `private,http://example.org/${secret}`,
    'address 1 must begin with https://',
  ],
  [
    'of another protocol',
    `private,wss://example.org/${secret}`,
    'address 1 must begin with https://',
  ],
  ['with a password', `private,https://me:${secret}@example.org`, 'must not contain a user name'],
  ['named twice', `private,${relay},${relay}`, 'names an address twice'],
  ['that is the public node', `private,https://node.example.org/${secret}`, 'the public node'],
])('an endpoint %s is refused by name, and its address is not quoted', (_, value, fault) => {
  const environment = {
    RPC_URL_1: `https://first.example.org,https://node.example.org/${secret}`,
    SUBMIT_URL_1: value,
  }
  const parse = () => parsePrivateEndpoints(environment)
  expect(parse).toThrow(`SUBMIT_URL_1: `)
  expect(parse).toThrow(fault)
  expect(parse).not.toThrow(secret)
})

test('a network that does not exist is refused', () => {
  expect(() => parsePrivateEndpoints({ SUBMIT_URL_5: `private,${relay}` })).toThrow(
    'SUBMIT_URL_5: 5 is the chain id of no network',
  )
})
