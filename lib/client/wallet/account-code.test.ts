import { expect, test } from 'vitest'
import type { Hex } from '@/lib/core/bytes'
import { accountKind } from './account-code'

test.each<[string, Hex | undefined, string]>([
  ['without code', undefined, 'key'],
  ['with empty code', '0x', 'key'],
  ['that lends itself to a contract (EIP-7702)', `0xef0100${'11'.repeat(20)}`, 'key'],
  ['that does so in capitals', `0xEF0100${'11'.repeat(20)}`, 'key'],
  ['with the code of a proxy', '0x608060405273', 'contract'],
])('an account %s: %#', (_, code, kind) => {
  expect(accountKind(code)).toBe(kind)
})
