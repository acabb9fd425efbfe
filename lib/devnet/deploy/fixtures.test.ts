import {
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hashMessage,
  http,
  keccak256,
  parseAbi,
  toHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect } from 'vitest'
import { defaultVaultRelayer } from '@/lib/core/networks'
import { operator } from '@/lib/devnet/accounts'
import type { DevnetFixtures } from '@/lib/devnet/describe-network'
import { atomsWorth, listDevnetTokens } from '@/lib/devnet/embedded-networks'
import { faucetUsd, giveTokens } from '@/lib/devnet/faucet'
import { createRpc, type Rpc, sendTransaction } from '@/lib/devnet/rpc'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { test } from '@/lib/testing/test'
import { sendAs } from './place-contract'

const magic = '0x1626ba7e'
const walletAbi = parseAbi(['function isValidSignature(bytes32, bytes) view returns (bytes4)'])

let network: TestNetwork
let fixtures: DevnetFixtures
let client: ReturnType<typeof createPublicClient>
let rpc: Rpc

test.beforeAll(({ network: mainnet }) => {
  network = mainnet
  fixtures = network.fixtures!
  client = createPublicClient({ transport: http(network.rpcUrl) })
  rpc = createRpc(network.rpcUrl)
})

const token = (address: Hex) => ({ address, abi: erc20Abi }) as const
const balance = (of: Hex, account: Hex) =>
  client.readContract({ ...token(of), functionName: 'balanceOf', args: [account] })
const send = (from: Hex, to: Hex, functionName: 'approve' | 'transfer', args: [Hex, bigint]) =>
  sendTransaction(rpc, {
    from,
    to,
    data: encodeFunctionData({ abi: erc20Abi, functionName, args }),
  })
const account = (index: number) => network.accounts[index]!.address

describe('non-standard tokens', () => {
  test('require a zero allowance before a new one, and return nothing (USDT)', async () => {
    const usdt = network.tokens.USDT!
    await send(account(0), usdt, 'approve', [defaultVaultRelayer, 5n])
    await expect(send(account(0), usdt, 'approve', [defaultVaultRelayer, 6n])).rejects.toThrow()
    await send(account(0), usdt, 'approve', [defaultVaultRelayer, 0n])
    await send(account(0), usdt, 'approve', [defaultVaultRelayer, 6n])
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [account(1), 1n],
    })
    expect(await rpc('eth_call', [{ from: account(0), to: usdt, data }, 'latest'])).toBe('0x')
  })

  test('keep one percent of a transfer (fee on transfer)', async () => {
    const before = await balance(fixtures.feeOnTransferToken, account(1))
    await send(account(0), fixtures.feeOnTransferToken, 'transfer', [account(1), 1000n])
    expect(await balance(fixtures.feeOnTransferToken, account(1))).toBe(before + 990n)
  })

  test('change every balance at once (rebasing)', async () => {
    const before = await balance(fixtures.rebasingToken, account(0))
    const supply = await client.readContract({
      ...token(fixtures.rebasingToken),
      functionName: 'totalSupply',
    })
    const abi = parseAbi([
      'function rebase(uint256) external',
      'function minter() view returns (address)',
    ])
    const minter = await client.readContract({
      address: fixtures.rebasingToken,
      abi,
      functionName: 'minter',
    })
    const data = encodeFunctionData({ abi, functionName: 'rebase', args: [supply + supply / 100n] })
    await sendAs(rpc, { from: minter, to: fixtures.rebasingToken, data })
    const after = await balance(fixtures.rebasingToken, account(0))
    expect(Number(after - before) / Number(before)).toBeCloseTo(0.01, 6)
  })

  test('are minted by the minter only', async () => {
    const abi = parseAbi(['function mint(address, uint256) external'])
    const data = encodeFunctionData({ abi, functionName: 'mint', args: [account(0), 1n] })
    for (const address of [network.tokens.DAI!, network.tokens.USDT!, fixtures.rebasingToken]) {
      await expect(sendTransaction(rpc, { from: operator, to: address, data })).rejects.toThrow()
    }
  })
})

describe('contract wallets', () => {
  const ask = (wallet: Hex, signature: Hex = '0x') =>
    client.call({
      to: wallet,
      gas: 5_000_000n,
      data: encodeFunctionData({
        abi: walletAbi,
        functionName: 'isValidSignature',
        args: [keccak256('0x01'), signature],
      }),
    })

  test('use up all gas (gas hog)', async () => {
    await expect(ask(fixtures.gasHogWallet)).rejects.toThrow(/gas/i)
  })

  test('return a megabyte (return bomb)', async () => {
    expect((await ask(fixtures.returnBombWallet)).data?.length).toBe(2 + 2 * 1_000_000)
  })

  test('return four bytes (short) or non-zero padding (dirty)', async () => {
    expect((await ask(fixtures.shortMagicWallet)).data).toBe(magic)
    expect((await ask(fixtures.dirtyMagicWallet)).data).toBe(`${magic}${'0'.repeat(55)}1`)
  })

  test('accept a Safe message signed by the owner and nothing else (Safe)', async () => {
    const hash = keccak256('0x01')
    const typed = {
      domain: { chainId: 1, verifyingContract: fixtures.safeWallet },
      types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
      primaryType: 'SafeMessage',
      message: { message: hash },
    } as const
    const owner = privateKeyToAccount(fixtures.safeOwnerKey)
    const otherSigner = privateKeyToAccount(network.accounts[0]!.privateKey)
    const answer = await ask(fixtures.safeWallet, await owner.signTypedData(typed))
    expect(answer.data).toBe(`${magic}${'0'.repeat(56)}`)
    await expect(ask(fixtures.safeWallet, await otherSigner.signTypedData(typed))).rejects.toThrow()
    const plain = await owner.sign({ hash: hashMessage(toHex('x')) })
    await expect(ask(fixtures.safeWallet, plain)).rejects.toThrow()
  })

  test('hold tokens and have approved them to the vault relayer', async () => {
    const { safeWallet, gasHogWallet, returnBombWallet, shortMagicWallet, dirtyMagicWallet } =
      fixtures
    const wallets = [safeWallet, gasHogWallet, returnBombWallet, shortMagicWallet, dirtyMagicWallet]
    for (const wallet of wallets) {
      expect(await balance(network.tokens.WETH!, wallet)).toBeGreaterThan(0n)
      const allowance = await client.readContract({
        ...token(network.tokens.WETH!),
        functionName: 'allowance',
        args: [wallet, defaultVaultRelayer],
      })
      expect(allowance).toBeGreaterThan(10n ** 30n)
    }
  })
})

describe('the faucet', () => {
  const recipient = '0x00000000000000000000000000000000000a11ce'

  test('tops an address up to its targets, and pays nothing the second time', async () => {
    await giveTokens(network, recipient)
    const held = async () => [
      await client.getBalance({ address: recipient }),
      ...(await Promise.all(listDevnetTokens(1).map(({ address }) => balance(address, recipient)))),
    ]
    const first = await held()
    expect(first[0]).toBe(10n ** 19n)
    listDevnetTokens(1).forEach((listed, index) => {
      const share = Number(first[index + 1]) / Number(atomsWorth(listed, faucetUsd))
      expect(share, listed.symbol).toBeGreaterThan(0.98)
    })
    await giveTokens(network, recipient)
    const second = await held()
    for (const [index, amount] of second.entries()) {
      const growth = Number(amount - first[index]!) / Number(first[index]!)
      expect(growth).toBeLessThanOrEqual(0.01)
    }
  })
})
