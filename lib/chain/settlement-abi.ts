import { parseAbi } from 'viem'

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
