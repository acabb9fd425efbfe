import { expect, test } from 'vitest'
import { networks } from './networks'

// Addresses are compared as strings, in lower case.
test.each(networks)('every address of $name is in lower case', (network) => {
  const text = JSON.stringify(network, (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  const addresses = text.match(/"0x[0-9a-f]*"/gi) ?? []
  expect(addresses.filter((address) => !/^"0x[0-9a-f]{40}"$/.test(address))).toEqual([])
})
