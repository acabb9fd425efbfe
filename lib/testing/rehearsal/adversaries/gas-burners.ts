import { setTimeout as delay } from 'node:timers/promises'
import {
  encodeDeployData,
  encodeFunctionData,
  keccak256,
  maxUint256,
  numberToHex,
  parseAbi,
  stringToHex,
} from 'viem'
import { sign } from 'viem/accounts'
import { type Address, toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { hashOrder, orderDomain } from '@/lib/core/order'
import { getTestAccount } from '@/lib/devnet/accounts'
import plainToken from '@/lib/devnet/contracts/artifacts/token.json' with { type: 'json' }
import { getFactories } from '@/lib/devnet/deploy/deploy-uniswap'
import { quantity, type Receipt, sendTransaction } from '@/lib/devnet/rpc'
import { approve } from '@/lib/testing/chain/chain-actions'
import { deployWallet } from '@/lib/testing/chain/contract-wallet'
import { makeBurner, setBurn } from '@/lib/testing/chain/gas-burner'
import { completeOrder } from '@/lib/testing/orders/sign-test-order'
import type { Adversary, Attack } from '@/lib/testing/rehearsal/adversary'
import { postOrder } from '@/lib/testing/rehearsal/post-order'

const ether = 10n ** 18n
const attackerIndex = 8
/** Iterations whose gas no settlement's limit leaves. */
const burning = 1_000_000
const pollMs = 50

/** A contract wallet whose signature check burns all gas once its settlement is in the mempool. */
export const burningWallet: Adversary = {
  name: 'burning-wallet',
  submission: 'public',
  stopsSettling: false,
  maxBurns: 2,
  start: async (attack) => {
    const { chain, deployment } = attack.stage
    const { wrappedNative } = chain.network
    const ownerKey = keccak256(stringToHex('burning wallet'))
    const address: Address = `0x${keccak256(ownerKey).slice(26)}`
    await deployWallet(chain.anvil, { address, ownerKey })
    await makeBurner(chain.rpc, address)
    await chain.rpc('anvil_dealERC20', [address, wrappedNative, numberToHex(100n * ether)])
    await chain.rpc('anvil_setBalance', [address, numberToHex(ether)])
    await chain.rpc('anvil_impersonateAccount', [address])
    await approve(chain.anvil.rpcUrl, {
      ...{ token: wrappedNative, owner: address },
      ...{ spender: deployment.relayer, amount: maxUint256 },
    })
    const place = (sequence: number) => placeOfWallet(attack, { address, ownerKey, sequence })
    return burnWhilePending(attack, { contract: address, place })
  },
}

/** A token with a pool, whose transfers burn all gas once a settlement in it is in the mempool. */
export const burningToken: Adversary = {
  name: 'burning-token',
  submission: 'public',
  stopsSettling: false,
  maxBurns: 2,
  start: async (attack) => {
    const { chain, deployment } = attack.stage
    const { address: owner, privateKey } = getTestAccount(attackerIndex)
    const token = await openTokenMarket(attack)
    await approve(chain.anvil.rpcUrl, {
      ...{ token, owner, spender: deployment.relayer, amount: maxUint256 },
    })
    await makeBurner(chain.rpc, token)
    return burnWhilePending(attack, {
      contract: token,
      place: async (sequence) => {
        const order = completeOrder({
          ...{ sellToken: token, buyToken: chain.network.wrappedNative },
          ...{ sellAmount: 1_000n * ether + BigInt(sequence), buyAmount: 1n },
          validTo: Math.floor(Date.now() / 1_000) + 3_600,
        })
        const hash = hashOrder(orderDomain(chain.network.chainId, deployment.settlement), order)
        const signature = await sign({ hash, privateKey, to: 'hex' })
        await postOrder(attack.stage, { ...order, from: owner, signingScheme: 'eip712', signature })
      },
    })
  },
}

type Wallet = { readonly address: Address; readonly ownerKey: Hex; readonly sequence: number }

async function placeOfWallet({ stage, traders }: Attack, wallet: Wallet): Promise<void> {
  const { chain, deployment } = stage
  const { wrappedNative, chainId } = chain.network
  const bought = traders.tokens.find(({ address }) => address !== wrappedNative)
  const order = completeOrder({
    ...{ sellToken: wrappedNative, buyToken: bought?.address ?? wrappedNative, buyAmount: 1n },
    sellAmount: ether + BigInt(wallet.sequence),
    validTo: Math.floor(Date.now() / 1_000) + 3_600,
  })
  const hash = hashOrder(orderDomain(chainId, deployment.settlement), order)
  const signature = await sign({ hash, privateKey: wallet.ownerKey, to: 'hex' })
  const by = { from: wallet.address, signingScheme: 'eip1271', signature } as const
  await postOrder(stage, { ...order, ...by })
}

type Burning = {
  readonly contract: Address
  readonly place: (sequence: number) => Promise<void>
}

/** Milliseconds between two orders of the attacker. */
const orderMs = 4_000

/** Lets a contract burn while a settlement that names it waits in the mempool. */
function burnWhilePending({ stage }: Attack, { contract, place }: Burning): () => Promise<void> {
  const { chain, solver } = stage
  const stopping = new AbortController()
  const { signal } = stopping
  let isBurning = false
  const change = async (burns: boolean) => {
    if (burns !== isBurning) await setBurn(chain.rpc, contract, burns ? burning : 0)
    isBurning = burns
  }
  const burn = async () => {
    while (!signal.aborted) {
      const data = await pendingData(stage, solver)
      await change(data.some((one) => one.includes(contract.slice(2))))
      await delay(pollMs)
    }
    await change(false)
  }
  const order = async () => {
    for (let sequence = 0; !signal.aborted; sequence += 1) {
      // Refused or not, it tries again.
      await place(sequence).catch(() => {})
      await delay(orderMs, undefined, { signal }).catch(() => {})
    }
  }
  const running = Promise.all([burn(), order()])
  return async () => {
    stopping.abort()
    await running
  }
}

async function pendingData({ chain }: Attack['stage'], solver: Address): Promise<string[]> {
  const { pending } = (await chain.rpc('txpool_content', [])) as {
    readonly pending: Readonly<Record<string, Readonly<Record<string, { readonly input: Hex }>>>>
  }
  const own = Object.entries(pending).find(([sender]) => sender.toLowerCase() === solver)?.[1] ?? {}
  return Object.values(own).map(({ input }) => input.toLowerCase())
}

const abi = parseAbi([
  'function createPair(address,address) returns (address)',
  'function getPair(address,address) view returns (address)',
  'function transfer(address,uint256) returns (bool)',
  'function mint(address,uint256)',
  'function sync()',
])

/** Deploys a token of the attacker, with a pair against the wrapped native token. */
async function openTokenMarket({ stage: { chain } }: Attack): Promise<Address> {
  const { rpc, network } = chain
  const from = getTestAccount(attackerIndex).address
  const data = encodeDeployData({
    abi: plainToken.abi,
    bytecode: plainToken.bytecode as Hex,
    args: ['Burning', 'BURN', 18, from],
  })
  const created = (await rpc('eth_sendTransactionSync', [
    { from, data, gas: quantity(5_000_000) },
  ])) as Receipt & { readonly contractAddress: Address }
  const token = toAddress(created.contractAddress)
  const { v2 } = getFactories(network.chainId)
  const send = (to: Address, callData: Hex) =>
    sendTransaction(rpc, { from, to, data: callData, gas: 5_000_000 })
  const pairOf = [network.wrappedNative, token] as const
  await send(v2, encodeFunctionData({ abi, functionName: 'createPair', args: pairOf }))
  const asked = encodeFunctionData({ abi, functionName: 'getPair', args: pairOf })
  const answer = (await rpc('eth_call', [{ to: v2, data: asked }, 'latest'])) as Hex
  const pair = toAddress(`0x${answer.slice(26)}`)
  const [held, own] = [20n * ether, 1_000_000n * ether]
  await send(
    network.wrappedNative,
    encodeFunctionData({ abi, functionName: 'transfer', args: [pair, held] }),
  )
  await send(token, encodeFunctionData({ abi, functionName: 'mint', args: [pair, own] }))
  await send(token, encodeFunctionData({ abi, functionName: 'mint', args: [from, own] }))
  await send(pair, encodeFunctionData({ abi, functionName: 'sync' }))
  return token
}
