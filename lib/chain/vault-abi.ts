import { parseAbi } from 'viem'

/** The part of the Balancer V2 vault that orders drawing on or paying into it need. */
export const vaultAbi = parseAbi([
  'struct UserBalanceOp { uint8 kind; address asset; uint256 amount; address sender; address recipient; }',
  'function getAuthorizer() view returns (address)',
  'function getActionId(bytes4 selector) view returns (bytes32)',
  'function getInternalBalance(address user, address[] tokens) view returns (uint256[])',
  'function hasApprovedRelayer(address user, address relayer) view returns (bool)',
  'function manageUserBalance(UserBalanceOp[] ops) payable',
])

/** Kinds of a `UserBalanceOp` by where an order's sell tokens lie. */
export const withdrawalKinds = { internal: 1, external: 3 } as const
