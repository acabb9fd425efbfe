import { expect, test } from 'vitest'
import { askWallet } from './ask-wallet'

test('a wallet is asked half a second after its last answer, also after a refusal', async () => {
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
