import type { ErrorCode } from './errors'

const meanings = {
  AlreadyCancelled: 'The order is cancelled already.',
  AppDataHashMismatch:
    'appDataHash (or the hash in the path) is not the keccak-256 hash of the document.',
  AppdataFromMismatch: 'from and the metadata.signer of the app data name different accounts.',
  BadRequest: 'The request cannot be read; the text names the field and what it must be.',
  BuyAmountOverflow: 'buyAmount exceeds the uint256 maximum.',
  Conflict: 'What is to be registered is taken already.',
  DuplicatedOrder: 'An order with this uid exists already; submitting again changes nothing.',
  ExcessiveValidTo: 'validTo is more than a year ahead.',
  Forbidden:
    'The account or code is not served, or another site asks for an account; sending the same again will not help.',
  InsufficientAllowance:
    'The vault relayer is not approved for sellAmount + feeAmount of the sell token.',
  InsufficientBalance: 'The owner holds less than sellAmount + feeAmount of the sell token.',
  InsufficientValidTo: 'validTo is less than a minute ahead, too soon to be settled.',
  InternalServerError:
    'The service or something it depends on did not answer; try again after Retry-After.',
  InvalidAppData:
    'The app data is malformed, too large, or a hash under which no document was uploaded.',
  InvalidNativeSellToken: 'Signed orders cannot sell the native token; sell the wrapped one.',
  InvalidParameter:
    'A parameter or field is missing or malformed; the description names it and says what it must be.',
  InvalidSchedule:
    'The order does not fit the schedule that its app data names: another pair or kind, a validFrom that is taken, or one part too many.',
  InvalidSignature:
    'The signature is not one of this message by this account: wrong domain, scheme, signer or form.',
  InvalidValidFrom: 'metadata.validFrom of the app data leaves the order less than a minute.',
  MethodNotAllowed: 'The path takes other methods; Allow names them.',
  MissingFrom: 'An order signed by presign or eip1271 must say from whom it is: set from.',
  NoLiquidity: 'No pools or orders connect the tokens at this amount.',
  NotFound: 'There is nothing of this name here.',
  OldOrderActivelyBidOn: 'The order to be replaced is being settled; try again or let it be.',
  OnChainOrder: 'The order is signed on chain and cancelled there.',
  OrderExpired: 'validTo (Unix seconds) is in the past.',
  OrderFullyExecuted: 'The order is filled already.',
  OrderNotFound: 'There is no order of this uid on this network.',
  PayloadTooLarge: 'The body is larger than the endpoint takes.',
  RateLimited: 'Too many requests in this second; try again after Retry-After.',
  RequestTimeout: 'The body did not arrive in time.',
  SameBuyAndSellToken: 'sellToken and buyToken are the same token.',
  SellAmountDoesNotCoverFee: 'The sell amount is too small to pay for the network cost.',
  SellAmountOverflow: 'sellAmount, or sellAmount + feeAmount, exceeds the uint256 maximum.',
  ServiceUnavailable: 'The feature or network is not configured on this instance.',
  TooManyLimitOrders:
    'The account has as many open orders away from the market, or open schedules, as it may have.',
  TooMuchGas: 'Hooks and signature of the order need more gas than a settlement can spend on it.',
  TransferSimulationFailed: 'The sell token refuses to be taken from the owner.',
  Unauthorized:
    'The signature does not prove that the wallet agrees, nobody has signed in, or the key of the content API is missing or wrong.',
  UnsupportedBuyTokenDestination:
    'The vault of this network cannot pay to an internal balance for us.',
  UnsupportedMediaType: 'Send Content-Type: application/json in UTF-8, without Content-Encoding.',
  UnsupportedSellTokenSource: 'The vault of this network lets us draw from ERC-20 balances only.',
  UnsupportedToken: 'The token takes fees, rebases, is unknown or is not traded here.',
  ZeroAmount: 'sellAmount and buyAmount must be more than 0.',
} as const satisfies Record<ErrorCode, string>

/** Explains an error code and what the caller should change, in one sentence. */
export function describeErrorCode(code: ErrorCode): string {
  return meanings[code]
}
