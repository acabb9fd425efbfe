import { encodeFunctionData, erc20Abi, maxUint256, padHex, parseAbi } from 'viem'
import { type Address, zeroAddress } from '@/lib/core/address'
import { defaultVaultRelayer } from '@/lib/core/networks'
import { getTestAccount, operator, safeOwnerIndex } from '@/lib/devnet/accounts'
import dirtyMagic from '@/lib/devnet/contracts/artifacts/dirty-magic-wallet.json' with {
  type: 'json',
}
import gasHog from '@/lib/devnet/contracts/artifacts/gas-hog-wallet.json' with { type: 'json' }
import returnBomb from '@/lib/devnet/contracts/artifacts/return-bomb-wallet.json' with {
  type: 'json',
}
import shortMagic from '@/lib/devnet/contracts/artifacts/short-magic-wallet.json' with {
  type: 'json',
}
import { getDevnetToken } from '@/lib/devnet/embedded-networks'
import { type Rpc, sendTransaction } from '@/lib/devnet/rpc'
import { ownArtifact } from './deploy-tokens'
import { misbehavingWallets, safeContracts, safeWallet } from './fixtures'
import { readPackageArtifact } from './package-artifact'
import { copyDeterministicDeployer, deployBySalt, placeContract, sendAs } from './place-contract'

const wallets = {
  gasHogWallet: gasHog,
  returnBombWallet: returnBomb,
  shortMagicWallet: shortMagic,
  dirtyMagicWallet: dirtyMagic,
}

const safeArtifacts = '@safe-global/safe-contracts/build/artifacts/contracts'

/** Tokens that the contract wallets have approved to the vault relayer without limit. */
const approvedSymbols = ['WETH', 'USDC', 'DAI', 'COW']

/** The contract wallets of the embedded mainnet. */
export const contractWallets: readonly Address[] = [
  safeWallet,
  ...Object.values(misbehavingWallets),
]

/** Deploys the contract wallets of the embedded mainnet with their allowances to the vault relayer. */
export async function deployFixtures(rpc: Rpc): Promise<void> {
  await deploySafe(rpc)
  for (const name of Object.keys(wallets) as (keyof typeof wallets)[]) {
    await placeContract(rpc, { address: misbehavingWallets[name], ...ownArtifact(wallets[name]) })
  }
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [defaultVaultRelayer, maxUint256],
  })
  for (const from of contractWallets) {
    for (const symbol of approvedSymbols) {
      await sendAs(rpc, { from, to: getDevnetToken(1, symbol).address, data })
    }
  }
}

/** Deploys the single-owner Safe with its dependencies, at its address on the embedded mainnet. */
export async function deploySafe(rpc: Rpc): Promise<void> {
  await copyDeterministicDeployer(rpc, safeContracts.deployer)
  const salt = padHex('0x', { size: 32 })
  const paths = [
    'Safe.sol/Safe',
    'proxies/SafeProxyFactory.sol/SafeProxyFactory',
    'handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler',
  ]
  for (const path of paths) {
    const artifact = readPackageArtifact(`${safeArtifacts}/${path}.json`)
    await deployBySalt(rpc, { ...artifact, salt, deployer: safeContracts.deployer })
  }
  await placeContract(rpc, {
    ...readPackageArtifact(`${safeArtifacts}/proxies/SafeProxy.sol/SafeProxy.json`),
    address: safeWallet,
    args: [safeContracts.singleton],
  })
  const data = encodeFunctionData({
    abi: parseAbi([
      'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
    ]),
    args: [
      [getTestAccount(safeOwnerIndex).address],
      1n,
      zeroAddress,
      '0x',
      safeContracts.fallbackHandler,
      zeroAddress,
      0n,
      zeroAddress,
    ],
  })
  await sendTransaction(rpc, { from: operator, to: safeWallet, data })
}
