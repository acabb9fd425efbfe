import { encodeFunctionData, encodePacked, keccak256, parseAbi, stringToHex } from 'viem'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { balancerVault, defaultVaultRelayer, getNetwork } from '@/lib/core/networks'
import { getTestAccount, solverIndex } from '@/lib/devnet/accounts'
import type { Rpc } from '@/lib/devnet/rpc'
import { readPackageArtifact } from './package-artifact'
import { deployBySalt, placeContract, sendAs } from './place-contract'

/** Allow-list of solvers, at the same address on every network. */
export const allowList: Address = '0x2c4c28ddbdac9c5e7055b4c863b72ea0149d8afe'

/** Authorizer of the Balancer vault; permits the vault relayer to move internal balances. */
export const balancerAuthorizer: Address = '0xa331d84ec860bf466b4cdccfb4ac09a1b43f3ae6'

const allowListImplementation: Address = '0x9e7ae8bdba9aa346739792d219a808884996db67'
/** Manager of the allow-list and, on embedded networks, of the vault's authorizer. */
export const allowListManager: Address = '0x6fb5916c0f57f88004d5b5eb25f6f4d77353a1ed'
const initializeManager =
  '0x7f7120fe0000000000000000000000006fb5916c0f57f88004d5b5eb25f6f4d77353a1ed'

/** `manageUserBalance` and `batchSwap` of the vault. */
const relayerSelectors: readonly Hex[] = ['0x0e8e3e84', '0x945bcec9']

const deployments = '@cowprotocol/contracts/deployments/mainnet'
const balancerTasks = '@balancer-labs/v2-deployments/dist/tasks'

/**
 * Deploys the public settlement stack to its public addresses: allow-list, settlement and, through its constructor,
 * the vault relayer; allow-lists the test solver. Requires the Balancer vault.
 */
export async function deploySettlement(rpc: Rpc): Promise<void> {
  const salt = stringToHex('Mattresses in Berlin!', { size: 32 })
  const stack = [
    { name: 'GPv2AllowListAuthentication_Implementation', args: [] },
    {
      name: 'GPv2AllowListAuthentication_Proxy',
      args: [allowListImplementation, allowListManager, initializeManager],
    },
    { name: 'GPv2Settlement', args: [allowList, balancerVault] },
  ]
  for (const { name, args } of stack) {
    await deployBySalt(rpc, { ...readPackageArtifact(`${deployments}/${name}.json`), args, salt })
  }
  await sendAs(rpc, {
    from: allowListManager,
    to: allowList,
    data: encodeFunctionData({
      abi: parseAbi(['function addSolver(address solver)']),
      args: [getTestAccount(solverIndex).address],
    }),
  })
}

/** Places the Balancer vault and its authorizer at their public addresses and grants the vault relayer its roles. */
export async function deployVault(rpc: Rpc, chainId: number): Promise<void> {
  await placeContract(rpc, {
    ...readPackageArtifact(`${balancerTasks}/20210418-authorizer/artifact/Authorizer.json`),
    address: balancerAuthorizer,
    args: [allowListManager],
  })
  await placeContract(rpc, {
    ...readPackageArtifact(`${balancerTasks}/20210418-vault/artifact/Vault.json`),
    address: balancerVault,
    args: [balancerAuthorizer, getNetwork(chainId).wrappedNative, 7_776_000n, 2_592_000n],
  })
  for (const selector of relayerSelectors) {
    await sendAs(rpc, {
      from: allowListManager,
      to: balancerAuthorizer,
      data: encodeFunctionData({
        abi: parseAbi(['function grantRole(bytes32 role, address account)']),
        args: [vaultRole(selector), defaultVaultRelayer],
      }),
    })
  }
}

function vaultRole(selector: Hex): Hex {
  return keccak256(encodePacked(['uint256', 'bytes4'], [BigInt(balancerVault), selector]))
}
