import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { affiliateTypedData } from '@/lib/affiliate/registration/affiliate-code'
import type { Address } from '@/lib/core/address'
import { fetchSettings } from './place-order'

/** Registers a new wallet with a new affiliate code through the API. */
export async function registerFreshCode(baseUrl: string) {
  const privateKey = generatePrivateKey()
  const account = privateKeyToAccount(privateKey)
  const walletAddress = account.address.toLowerCase() as Address
  const code = `E2E-${walletAddress.slice(2, 12).toUpperCase()}`
  const { affiliateName } = await fetchSettings(baseUrl)
  const typedData = affiliateTypedData(affiliateName, { walletAddress, code })
  const answer = await fetch(`${baseUrl}/affiliate/${walletAddress}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      walletAddress,
      code,
      signedMessage: await account.signTypedData(typedData),
    }),
  })
  if (answer.status !== 201) throw new Error(`the code was rejected: ${await answer.text()}`)
  return { privateKey, walletAddress, code }
}
