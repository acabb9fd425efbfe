/**
 * Every error code of the service, spelled as in the spec ("Errors") or, where the spec is silent, as in the public
 * order-book API.
 */
export type ErrorCode =
  | 'AlreadyCancelled'
  | 'AppDataHashMismatch'
  | 'AppdataFromMismatch'
  | 'BadRequest'
  | 'BuyAmountOverflow'
  | 'Conflict'
  | 'DuplicatedOrder'
  | 'ExcessiveValidTo'
  | 'Forbidden'
  | 'InsufficientAllowance'
  | 'InsufficientBalance'
  | 'InsufficientValidTo'
  | 'InternalServerError'
  | 'InvalidAppData'
  | 'InvalidNativeSellToken'
  | 'InvalidParameter'
  | 'InvalidSchedule'
  | 'InvalidSignature'
  | 'InvalidValidFrom'
  | 'MethodNotAllowed'
  | 'MissingFrom'
  | 'NoLiquidity'
  | 'NotFound'
  | 'OldOrderActivelyBidOn'
  | 'OnChainOrder'
  | 'OrderExpired'
  | 'OrderFullyExecuted'
  | 'OrderNotFound'
  | 'PayloadTooLarge'
  | 'RateLimited'
  | 'RequestTimeout'
  | 'SameBuyAndSellToken'
  | 'SellAmountDoesNotCoverFee'
  | 'SellAmountOverflow'
  | 'ServiceUnavailable'
  | 'TooManyLimitOrders'
  | 'TooMuchGas'
  | 'TransferSimulationFailed'
  | 'Unauthorized'
  | 'UnsupportedBuyTokenDestination'
  | 'UnsupportedMediaType'
  | 'UnsupportedSellTokenSource'
  | 'UnsupportedToken'
  | 'ZeroAmount'

/** HTTP status of each error code. A code without a status does not compile. */
export const statusByCode = {
  AlreadyCancelled: 400,
  AppDataHashMismatch: 400,
  AppdataFromMismatch: 400,
  BadRequest: 400,
  BuyAmountOverflow: 400,
  Conflict: 409,
  DuplicatedOrder: 400,
  ExcessiveValidTo: 400,
  Forbidden: 403,
  InsufficientAllowance: 400,
  InsufficientBalance: 400,
  InsufficientValidTo: 400,
  InternalServerError: 500,
  InvalidAppData: 400,
  InvalidNativeSellToken: 400,
  InvalidParameter: 400,
  InvalidSchedule: 400,
  InvalidSignature: 400,
  InvalidValidFrom: 400,
  MethodNotAllowed: 405,
  MissingFrom: 400,
  NoLiquidity: 400,
  NotFound: 404,
  OldOrderActivelyBidOn: 400,
  OnChainOrder: 400,
  OrderExpired: 400,
  OrderFullyExecuted: 400,
  OrderNotFound: 404,
  PayloadTooLarge: 413,
  RateLimited: 429,
  RequestTimeout: 408,
  SameBuyAndSellToken: 400,
  SellAmountDoesNotCoverFee: 400,
  SellAmountOverflow: 400,
  ServiceUnavailable: 503,
  TooManyLimitOrders: 400,
  TooMuchGas: 400,
  TransferSimulationFailed: 400,
  Unauthorized: 401,
  UnsupportedBuyTokenDestination: 400,
  UnsupportedMediaType: 415,
  UnsupportedSellTokenSource: 400,
  UnsupportedToken: 400,
  ZeroAmount: 400,
} as const satisfies Record<ErrorCode, number>

type ServiceErrorOptions = {
  /** The underlying error; logged, never sent. */
  cause?: unknown
  /** Seconds to wait before a retry; sent as `Retry-After`. */
  retryAfterSeconds?: number
  /** Machine-readable details that are sent with the description. */
  data?: Record<string, string>
  /** The description as a code with parameters; sent to our own pages, which word it (ADR 30). */
  reason?: ErrorReason
}

/** Why a request failed: a code with the parameters of its text in the message catalogues. */
export type ErrorReason = { readonly code: string } & Readonly<Record<string, string | number>>

/**
 * The only error that domain code throws; `description` is sent to the client and says what to change.
 *
 * The front server and Next hold separate copies of this class, so check it with {@link isServiceError}, never with
 * `instanceof`.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: ErrorCode
  readonly retryAfterSeconds: number | undefined
  readonly data: Record<string, string> | undefined
  readonly reason: ErrorReason | undefined

  constructor(code: ErrorCode, description: string, options: ServiceErrorOptions = {}) {
    super(description, { cause: options.cause })
    this.code = code
    this.retryAfterSeconds = options.retryAfterSeconds
    this.data = options.data
    this.reason = options.reason
  }
}

/** Whether `error` is a {@link ServiceError}, even from another copy of this module. */
export function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && error.name === 'ServiceError' && 'code' in error
}

/**
 * Creates the error for an unavailable dependency: 500 with `Retry-After`, because clients of the spec retry only 429
 * and 500.
 */
export function dependencyDown(dependency: string, cause: unknown): ServiceError {
  return new ServiceError('InternalServerError', `${dependency} did not answer`, {
    cause,
    retryAfterSeconds: 2,
  })
}
