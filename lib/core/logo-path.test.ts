import { expect, test } from 'vitest'
import { logoPath } from './logo-path'

const weth = { chainId: 1, address: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2' }

test('a logo has a path of this service, and another one when its address changes', () => {
  const one = logoPath({ ...weth, logoURI: 'https://logos.example/weth.png' })
  expect(one).toMatch(/^\/logos\/1\/0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2\/[0-9a-f]{8}$/)
  expect(logoPath({ ...weth, logoURI: 'https://logos.example/weth-2.png' })).not.toBe(one)
})
