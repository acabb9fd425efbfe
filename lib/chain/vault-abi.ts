import { parseAbi } from 'viem'

/** The part of the Balancer V2 vault needed for orders that draw on or pay into it, and for trading its pools. */
export const vaultAbi = parseAbi([
  'struct UserBalanceOp { uint8 kind; address asset; uint256 amount; address sender; address recipient; }',
  'struct SingleSwap { bytes32 poolId; uint8 kind; address assetIn; address assetOut; uint256 amount; bytes userData; }',
  'struct FundManagement { address sender; bool fromInternalBalance; address recipient; bool toInternalBalance; }',
  'function getAuthorizer() view returns (address)',
  'function getActionId(bytes4 selector) view returns (bytes32)',
  'function getInternalBalance(address user, address[] tokens) view returns (uint256[])',
  'function hasApprovedRelayer(address user, address relayer) view returns (bool)',
  'function manageUserBalance(UserBalanceOp[] ops) payable',
  'function getPoolTokens(bytes32 poolId) view returns (address[] tokens, uint256[] balances, uint256 lastChangeBlock)',
  'function swap(SingleSwap singleSwap, FundManagement funds, uint256 limit, uint256 deadline) payable returns (uint256)',
])

/** `UserBalanceOp` kinds by the sell token's balance source. */
export const withdrawalKinds = { internal: 1, external: 3 } as const
