import { expect } from '@playwright/test'

/** Has the faucet of the service under test give an account of Sepolia the tokens and native coin that new ones get. */
export async function fund(baseURL: string | undefined, address: string): Promise<void> {
  const given = await fetch(`${baseURL}/sepolia/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address }),
  })
  expect(given.status).toBe(200)
}
