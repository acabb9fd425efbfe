import { expect, test } from 'vitest'
import { demoAddresses } from './demo-accounts'
import { demoAccount } from './demo-provider'

test('the demo addresses belong to the demo keys', () => {
  const derived = demoAddresses.map((_, index) => demoAccount(index).address.toLowerCase())
  expect(demoAddresses).toEqual(derived)
})
