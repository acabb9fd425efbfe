import { expect, test } from 'vitest'
import type { Settings } from '@/lib/api/docs/pages'
import { mayUseWallet, walletPolicy } from './wallet-policy'

const network = (embedded: boolean, realMoney: boolean) =>
  ({ embedded, realMoney }) as Settings['networks'][number]

test.each([
  ['an embedded network that bears a real-money chain id', network(true, true), 'demo-only'],
  ['an embedded test network', network(true, false), 'checked'],
  ['a real network', network(false, true), 'any'],
] as const)('%s: %#', (_, described, policy) => {
  expect(walletPolicy(described)).toBe(policy)
})

test('an injected wallet never signs for an embedded mainnet', () => {
  expect(mayUseWallet(network(true, true), 'injected')).toBe(false)
  expect(mayUseWallet(network(true, false), 'injected')).toBe(true)
})

test.each(['walletConnect', 'safe'])('%s never signs for a chain of this machine', (type) => {
  expect(mayUseWallet(network(true, false), type)).toBe(false)
  expect(mayUseWallet(network(false, true), type)).toBe(true)
})

test('the demo wallet, whose keys are public, never signs for a real network', () => {
  expect(mayUseWallet(network(false, true), 'demo')).toBe(false)
  expect(mayUseWallet(network(true, true), 'demo')).toBe(true)
})
