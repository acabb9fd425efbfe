import { verifyMessage } from 'viem'
import { mainnet, sepolia } from 'viem/chains'
import { expect, test } from 'vitest'
import { createConfig, http } from 'wagmi'
import { connect, getConnection, reconnect, signMessage, switchChain } from 'wagmi/actions'
import { demoAddresses } from './demo-accounts'
import { demoConnector } from './demo-connector'

const configure = () =>
  createConfig({
    chains: [mainnet, sepolia],
    transports: { [mainnet.id]: http(), [sepolia.id]: http() },
    connectors: [demoConnector(0, [1, 11_155_111]), demoConnector(2, [1, 11_155_111])],
    storage: null,
  })

test('the demo wallet connects, signs and switches networks', async () => {
  const config = configure()
  const [, third] = config.connectors
  if (!third) throw new Error('no connector')
  await connect(config, { connector: third, chainId: mainnet.id })
  const address = getConnection(config).address
  expect(address?.toLowerCase()).toBe(demoAddresses[2])
  const signature = await signMessage(config, { message: 'hello' })
  expect(await verifyMessage({ address: address ?? '0x', message: 'hello', signature })).toBe(true)
  await switchChain(config, { chainId: sepolia.id })
  expect(getConnection(config).chainId).toBe(sepolia.id)
})

test('a fresh page connects no account', async () => {
  expect(await reconnect(configure())).toEqual([])
})
