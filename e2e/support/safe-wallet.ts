import {
  concatHex,
  createPublicClient,
  createWalletClient,
  defineChain,
  encodeFunctionData,
  encodePacked,
  type Hex,
  hexToNumber,
  http,
  numberToHex,
  padHex,
  parseAbi,
  parseEventLogs,
  size,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { type Address, toAddress, zeroAddress } from '@/lib/core/address'
import { safeContracts } from '@/lib/devnet/deploy/fixtures'
import { readPackageArtifact } from '@/lib/devnet/deploy/package-artifact'
import { copyDeterministicDeployer, deployBySalt } from '@/lib/devnet/deploy/place-contract'
import { createRpc } from '@/lib/devnet/rpc'

const safeAbi = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address)',
  'event ProxyCreation(address indexed proxy, address singleton)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)',
  'function getTransactionHash(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce) view returns (bytes32)',
  'function nonce() view returns (uint256)',
  'function multiSend(bytes transactions) payable',
  'function approveHash(bytes32 hash)',
])

/** A call for a Safe to execute. */
export type SafeCall = { readonly to: Hex; readonly data?: Hex; readonly value?: Hex }

/** A proposed Safe transaction. */
export type SafeProposal = {
  /** Safe transaction hash; not a chain transaction hash. */
  readonly hash: Hex
  /** Confirms as the second owner; a no-op for threshold 1. */
  confirm(): Promise<void>
  /** Executes it as the first owner; requires the other confirmations. */
  execute(): Promise<Hex>
}

/** A Safe on an embedded network with its owners' keys. */
export type Safe = {
  readonly address: Address
  readonly owners: readonly Address[]
  readonly propose: (calls: readonly SafeCall[]) => Promise<SafeProposal>
  /** Signs a digest so that a Safe of threshold 1 accepts it (ERC-1271). */
  readonly sign: (digest: Hex) => Promise<Hex>
}

const artifacts = '@safe-global/safe-contracts/build/artifacts/contracts'
const salt = padHex('0x', { size: 32 })
const multiSend: Address = '0x9641d764fc13c8b624c04430c7356c1c7c8102e2'

/** Owner count and threshold. The first owner sends the transactions. */
type Owners = { readonly owners: number; readonly threshold: 1 | 2 }

/** Creates a Safe with new owners on a local chain; deploys the Safe contracts if missing. */
export async function createSafe(
  rpcUrl: string,
  { owners, threshold }: Owners = { owners: 1, threshold: 1 },
): Promise<Safe> {
  const rpc = createRpc(rpcUrl)
  const chainId = hexToNumber((await rpc('eth_chainId', [])) as Hex)
  const chain = defineChain({
    ...{ id: chainId, name: `Chain ${chainId}`, rpcUrls: { default: { http: [rpcUrl] } } },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  })
  await deployContracts(rpcUrl)
  const reader = createPublicClient({ chain, transport: http() })
  const accounts = Array.from({ length: owners }, () => privateKeyToAccount(generatePrivateKey()))
  const [account, second] = accounts
  if (!account) throw new Error('a Safe needs an owner')
  for (const { address } of accounts) {
    await rpc('anvil_setBalance', [address, numberToHex(10n ** 18n)])
  }
  const walletOf = (from: PrivateKeyAccount) =>
    createWalletClient({ account: from, chain, transport: http() })
  const owner = walletOf(account)
  const initializer = encodeFunctionData({
    abi: safeAbi,
    functionName: 'setup',
    args: [
      ...([accounts.map((each) => each.address), BigInt(threshold)] as const),
      ...([zeroAddress, '0x', safeContracts.fallbackHandler] as const),
      ...([zeroAddress, 0n, zeroAddress] as const),
    ],
  })
  const created = await owner.writeContract({
    address: safeContracts.proxyFactory,
    abi: safeAbi,
    functionName: 'createProxyWithNonce',
    args: [safeContracts.singleton, initializer, 0n],
  })
  const { logs } = await reader.waitForTransactionReceipt({ hash: created })
  const [creation] = parseEventLogs({ abi: safeAbi, eventName: 'ProxyCreation', logs })
  if (!creation) throw new Error('the factory created no Safe')
  const address = toAddress(creation.args.proxy)
  const contract = { address, abi: safeAbi } as const
  // Pre-validated signatures (v = 1): the sender consents implicitly, others by approveHash. Sorted by owner address.
  const prevalidated = accounts
    .slice(0, threshold)
    .map((each) => each.address.toLowerCase() as Hex)
    .sort()
    .flatMap((from) => [padHex(from), padHex('0x'), '0x01'] as const)
  const signatures = concatHex(prevalidated)
  return {
    address,
    owners: accounts.map((each) => toAddress(each.address)),
    propose: async (calls) => {
      const nonce = await reader.readContract({ ...contract, functionName: 'nonce' })
      const { to, value, data, operation } = asOne(calls)
      const none = [0n, 0n, 0n, zeroAddress, zeroAddress] as const
      const transaction = [to, value, data, operation, ...none] as const
      const hash = await reader.readContract({
        ...{ ...contract, functionName: 'getTransactionHash', args: [...transaction, nonce] },
      })
      const execute = async () => {
        const sent = await owner.writeContract({
          ...{ ...contract, functionName: 'execTransaction' },
          args: [...transaction, signatures],
        })
        await reader.waitForTransactionReceipt({ hash: sent })
        return sent
      }
      const confirm = async () => {
        if (threshold === 1 || !second) return
        const call = { ...contract, functionName: 'approveHash', args: [hash] } as const
        const sent = await walletOf(second).writeContract(call)
        await reader.waitForTransactionReceipt({ hash: sent })
      }
      return { hash, confirm, execute }
    },
    sign: (digest) =>
      account.signTypedData({
        domain: { chainId, verifyingContract: address },
        types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
        primaryType: 'SafeMessage',
        message: { message: digest },
      }),
  }
}

/** Combines several calls into one delegatecall to MultiSend; `operation` 1 is delegatecall. */
function asOne(calls: readonly SafeCall[]) {
  const [first] = calls
  if (!first) throw new Error('no call')
  const of = ({ to, data = '0x', value = '0x0' }: SafeCall) => ({ to, data, value: BigInt(value) })
  if (calls.length === 1) return { ...of(first), operation: 0 }
  const packed = calls
    .map(of)
    .map(({ to, data, value }) =>
      encodePacked(
        ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
        [0, to, value, BigInt(size(data)), data],
      ),
    )
  const data = encodeFunctionData({
    ...{ abi: safeAbi, functionName: 'multiSend', args: [concatHex(packed)] },
  })
  return { to: multiSend, data, value: 0n, operation: 1 }
}

async function deployContracts(rpcUrl: string): Promise<void> {
  const rpc = createRpc(rpcUrl)
  const hasCode = async (address: Address) =>
    (await rpc('eth_getCode', [address, 'latest'])) !== '0x'
  const { deployer } = safeContracts
  if (!(await hasCode(deployer))) await copyDeterministicDeployer(rpc, deployer)
  const parts: [Address, string][] = [
    [safeContracts.singleton, 'Safe.sol/Safe'],
    [safeContracts.proxyFactory, 'proxies/SafeProxyFactory.sol/SafeProxyFactory'],
    [
      safeContracts.fallbackHandler,
      'handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler',
    ],
    [multiSend, 'libraries/MultiSendCallOnly.sol/MultiSendCallOnly'],
  ]
  for (const [address, path] of parts) {
    if (await hasCode(address)) continue
    await deployBySalt(rpc, { ...readPackageArtifact(`${artifacts}/${path}.json`), salt, deployer })
    if (!(await hasCode(address))) throw new Error(`${path} is not at ${address}`)
  }
}
