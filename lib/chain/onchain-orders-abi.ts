import { parseAbi } from 'viem'

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
