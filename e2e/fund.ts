import { expect } from '@playwright/test'

/** Has the faucet of the service under test give an account the tokens and native coin that new ones get. */
export async function fund(
  baseURL: string | undefined,
  address: string,
  network = 'sepolia',
): Promise<void> {
  const given = await fetch(`${baseURL}/${network}/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address }),
  })
  expect(given.status).toBe(200)
}
