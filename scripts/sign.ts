// Signs the requests that curl submits in docs/http-api.md, with a test account of the embedded mainnet.
//   npx tsx scripts/sign.ts approve <token>                      approves the token to the vault relayer
//   npx tsx scripts/sign.ts order <slippage in bps> < quote      prints the submission of a quoted order
//   npx tsx scripts/sign.ts cancellation <uid>                   prints the body that cancels it
// COINCIDE_URL is the service (http://127.0.0.1:3000), PRIVATE_KEY the signer's key (Demo account 5).
import { json } from 'node:stream/consumers'
import { createPublicClient, createWalletClient, erc20Abi, http, maxUint256, parseAbi } from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import type { Settings } from '@/lib/api/docs/pages'
import type { QuoteAnswer } from '@/lib/client/api'
import { prepareOrder } from '@/lib/client/prepare-order'
import { signOrder } from '@/lib/client/sign-order'
import { toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { cancellationTypes, orderDomain } from '@/lib/core/order'
import { mnemonic } from '@/lib/devnet/accounts'

const url = process.env.COINCIDE_URL ?? 'http://127.0.0.1:3000'
const transport = http(`${url}/mainnet/rpc`)
const key = process.env.PRIVATE_KEY
const account = key
  ? privateKeyToAccount(key as Hex)
  : mnemonicToAccount(mnemonic, { addressIndex: 4 })
const from = toAddress(account.address)
const chain = createPublicClient({ chain: mainnet, transport })
const wallet = createWalletClient({ account, chain: mainnet, transport })

const [command = '', argument = ''] = process.argv.slice(2)
const settings = (await (await fetch(`${url}/settings.json`)).json()) as Settings
const settlementContract = toAddress(settings.settlementContract)

const commands: Readonly<Record<string, () => Promise<unknown>>> = {
  approve: async () => {
    const spender = toAddress(settings.vaultRelayerContract)
    const approval = {
      address: toAddress(argument),
      abi: erc20Abi,
      functionName: 'approve',
    } as const
    const hash = await wallet.writeContract({ ...approval, args: [spender, maxUint256] })
    await chain.waitForTransactionReceipt({ hash })
    return { approved: spender, hash }
  },
  order: async () => {
    const answer = (await json(process.stdin)) as QuoteAnswer
    const appDataHash = answer.quote.appDataHash as Hex
    const order = prepareOrder(answer, { slippageBps: Number(argument), appDataHash })
    const abi = parseAbi(['function domainSeparator() view returns (bytes32)'])
    const signer = {
      account: async () => from,
      chainId: () => chain.getChainId(),
      domainSeparator: (address: Hex) =>
        chain.readContract({ address, abi, functionName: 'domainSeparator' }),
      signTypedData: (typedData: Parameters<typeof account.signTypedData>[0]) =>
        account.signTypedData(typedData),
    }
    const signature = await signOrder(signer, { order, from, chainId: 1, settlementContract })
    const { appData } = answer.quote
    return { ...order, appData, from, signature, signingScheme: 'eip712', quoteId: answer.id }
  },
  cancellation: async () => {
    const signature = await account.signTypedData({
      domain: orderDomain(1, settlementContract),
      types: cancellationTypes,
      primaryType: 'OrderCancellation',
      message: { orderUid: argument as Hex },
    })
    return { signature, signingScheme: 'eip712' }
  },
}

const run = commands[command]
if (!run) throw new Error(`expected approve, order or cancellation, got ${command || 'nothing'}`)
const result = await run()
const text = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
console.log(JSON.stringify(result, text))
