import { decodeFunctionData, erc20Abi } from 'viem'
import { expect, test } from 'vitest'
import type { Address } from '@/lib/core/address'
import { createApprovals, grantKey } from './approvals'

const token: Address = `0x${'11'.repeat(20)}`
const [router, vault]: Address[] = [`0x${'22'.repeat(20)}`, `0x${'33'.repeat(20)}`]
const grant = { token, spender: router as Address }

function approved(calls: ReturnType<ReturnType<typeof createApprovals>>) {
  return calls.map(({ target, callData }) => {
    const { args } = decodeFunctionData({ abi: erc20Abi, data: callData })
    return [target, String(args?.[0]).toLowerCase(), args?.[1]]
  })
}

test('without a standing allowance each amount is approved', () => {
  const approve = createApprovals()
  expect(approved(approve(grant, 5n))).toEqual([[token, router, 5n]])
  expect(approved(approve(grant, 7n))).toEqual([[token, router, 7n]])
})

test('a standing allowance that suffices is used, as long as it does', () => {
  const approve = createApprovals(new Map([[grantKey(grant), 12n]]))
  expect(approve(grant, 5n)).toEqual([])
  expect(approve(grant, 7n)).toEqual([])
  expect(approved(approve(grant, 1n))).toEqual([[token, router, 1n]])
})

test('one that is too low is reset first, and only for its own spender', () => {
  const approve = createApprovals(new Map([[grantKey(grant), 1n]]))
  expect(approved(approve(grant, 5n))).toEqual([
    [token, router, 0n],
    [token, router, 5n],
  ])
  expect(approved(approve(grant, 5n))).toEqual([[token, router, 5n]])
  expect(approved(approve({ token, spender: vault as Address }, 5n))).toEqual([[token, vault, 5n]])
})
