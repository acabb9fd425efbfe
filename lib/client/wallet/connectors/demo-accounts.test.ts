import { expect, test } from 'vitest'
import { demoAddresses } from './demo-accounts'
import { demoAccount } from './demo-provider'

test('the demo accounts are those that their keys sign for', () => {
  const derived = demoAddresses.map((_, index) => demoAccount(index).address.toLowerCase())
  expect(demoAddresses).toEqual(derived)
})
