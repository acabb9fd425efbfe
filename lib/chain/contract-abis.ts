import { parseAbi } from 'viem'
import type { Hex } from '@/lib/core/bytes'

/** ERC-20. Transfers and approvals declare no return value, because some tokens return none. */
export const erc20Abi = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function decimals() view returns (uint8)',
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function approve(address spender, uint256 amount)',
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])

/** What the wrapped native token adds to ERC-20. */
export const wrappedNativeAbi = parseAbi([
  'function deposit() payable',
  'function withdraw(uint256 amount)',
  'event Deposit(address indexed owner, uint256 value)',
  'event Withdrawal(address indexed owner, uint256 value)',
])

/** The part of the public settlement contract (GPv2Settlement) that the service calls and listens to. */
export const settlementAbi = parseAbi([
  'struct TradeData { uint256 sellTokenIndex; uint256 buyTokenIndex; address receiver; uint256 sellAmount; uint256 buyAmount; uint32 validTo; bytes32 appData; uint256 feeAmount; uint256 flags; uint256 executedAmount; bytes signature; }',
  'struct InteractionData { address target; uint256 value; bytes callData; }',
  'function settle(address[] tokens, uint256[] clearingPrices, TradeData[] trades, InteractionData[][3] interactions)',
  'function setPreSignature(bytes orderUid, bool signed)',
  'function invalidateOrder(bytes orderUid)',
  'function filledAmount(bytes orderUid) view returns (uint256)',
  'function preSignature(bytes orderUid) view returns (uint256)',
  'function domainSeparator() view returns (bytes32)',
  'function vaultRelayer() view returns (address)',
  'function authenticator() view returns (address)',
  'event Trade(address indexed owner, address sellToken, address buyToken, uint256 sellAmount, uint256 buyAmount, uint256 feeAmount, bytes orderUid)',
  'event Settlement(address indexed solver)',
  'event OrderInvalidated(address indexed owner, bytes orderUid)',
  'event PreSignature(address indexed owner, bytes orderUid, bool signed)',
])

/** Emitted by the settlement contract after each call that it makes; not indexed. */
export const interactionAbi = parseAbi([
  'event Interaction(address indexed target, uint256 value, bytes4 selector)',
])

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

/**
 * Events of contracts that place orders by a transaction (`OrderPlacement` and related), and the functions of the
 * public contract that sells the native token.
 */
export const onchainOrdersAbi = parseAbi([
  'struct OrderData { address sellToken; address buyToken; address receiver; uint256 sellAmount; uint256 buyAmount; uint32 validTo; bytes32 appData; uint256 feeAmount; bytes32 kind; bool partiallyFillable; bytes32 sellTokenBalance; bytes32 buyTokenBalance; }',
  'struct OnchainSignature { uint8 scheme; bytes data; }',
  'struct NativeOrder { address buyToken; address receiver; uint256 sellAmount; uint256 buyAmount; bytes32 appData; uint256 feeAmount; uint32 validTo; bool partiallyFillable; int64 quoteId; }',
  'event OrderPlacement(address indexed sender, OrderData order, OnchainSignature signature, bytes data)',
  'event OrderInvalidation(bytes orderUid)',
  'event OrderRefund(bytes orderUid, address indexed refunder)',
  'function createOrder(NativeOrder order) payable returns (bytes32 orderHash)',
  'function invalidateOrder(NativeOrder order)',
  'function wrapAll()',
])

/** First topic of `Transfer(address,address,uint256)` in both ERC-20 and ERC-721. */
export const transferTopic: Hex =
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** First topic of `Deposit(address,uint256)`, which WETH9 emits when it mints. */
export const depositTopic: Hex =
  '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'

/** First topic of `Withdrawal(address,uint256)`, which WETH9 emits when it burns. */
export const withdrawalTopic: Hex =
  '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'
