import { expect } from '@playwright/test'

/** Funds an account with test tokens and native coin from the faucet of the service under test. */
export async function fund(
  baseURL: string | undefined,
  address: string,
  network = 'sepolia',
): Promise<void> {
  const response = await fetch(`${baseURL}/${network}/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address }),
  })
  expect(response.status).toBe(200)
}
