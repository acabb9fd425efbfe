import { expect, test } from 'vitest'
import { askWallet } from './ask-wallet'

test('requests are sent half a second after the last answer, even after a rejection', async () => {
  const at: number[] = []
  const ask = async () => {
    at.push(Date.now())
    if (at.length === 1) throw new Error('declined')
    return at.length
  }
  await expect(askWallet(ask)).rejects.toThrow('declined')
  expect(await askWallet(ask)).toBe(2)
  expect(Number(at[1]) - Number(at[0])).toBeGreaterThanOrEqual(495)
})
