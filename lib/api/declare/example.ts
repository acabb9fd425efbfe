import { type ErrorCode, type ErrorReason, statusByCode } from '@/lib/core/errors'

/**
 * Precondition of an example, as documented. The declarations test establishes it by real actions.
 */
export type ExampleSetting =
  | 'an owner with balance and allowance, before validTo'
  | 'a placed order'
  | 'a placed part of a schedule'
  | 'a settled trade'
  | 'a market that is indexed'
  | 'an uploaded document'
  | 'a registered affiliate'
  | 'a referred trader'
  | 'a running auction'
  | 'a nonce that this browser has asked for'
  | 'a session in another browser'
  | 'an added webhook'
  | 'a delivery that was given up'
  | 'a mail with a link'
  | 'a published announcement'
  | 'a price alert'

/** An example in the documentation. A test runs it and compares the response exactly unless `varies` is set. */
export type Example = {
  readonly summary: string
  readonly given?: ExampleSetting
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Set if the request lacks the key or session that its endpoint requires. */
  readonly keyless?: true
  /** Status of the response; default the endpoint's success status. */
  readonly status?: number
  /** The response; omitted where the schema suffices. */
  readonly response?: unknown
  /** Set if the response depends on chain or time: `response` then only shows its shape. */
  readonly varies?: true
}

type Refusal = Omit<Example, 'status' | 'response' | 'summary'> & {
  readonly summary?: string
  readonly code: ErrorCode
  readonly description: string
  /** A `hint` in the response, next to the message. */
  readonly hint?: string
  /** A `reason` in the response, next to the message. */
  readonly reason?: ErrorReason
}

/** Builds an example of an order-book error. */
export function refusal({ code, description, summary = code, ...request }: Refusal): Example {
  return {
    summary,
    ...request,
    status: statusByCode[code],
    response: { errorType: code, description },
  }
}

/** Builds an example of an error of any other endpoint; `code` only determines the status. */
export function messageRefusal({
  code,
  description,
  summary,
  hint,
  reason,
  ...request
}: Refusal): Example {
  return {
    summary: summary ?? code,
    ...request,
    status: statusByCode[code],
    response: {
      message: description,
      ...(hint === undefined ? {} : { hint }),
      ...(reason === undefined ? {} : { reason }),
    },
  }
}

const notHash = 'must be 32 bytes: 0x and 64 hexadecimal digits'
const messages = {
  uid: 'must be an order uid: 0x and 112 hexadecimal digits',
  hash: notHash,
  tx_hash: notHash,
  address: 'must be an address: 0x and 40 hexadecimal digits',
  owner: 'must be an address: 0x and 40 hexadecimal digits',
  auction_id: 'must be a whole number',
} as const

/** Example of a malformed token in a token path. */
export const malformedToken = refusal({
  code: 'InvalidParameter',
  summary: 'A malformed token',
  params: { token: '0x12' },
  description: 'token must be an address: 0x and 40 hexadecimal digits',
})

/** Example of a malformed address in an account path. */
export const malformedAccount = messageRefusal({
  code: 'BadRequest',
  summary: 'A malformed address',
  params: { account: '0x12' },
  description: 'account must be an address: 0x and 40 hexadecimal digits',
})

/** Example of a malformed token in a market path. */
export const malformedTokenAddress = messageRefusal({
  code: 'BadRequest',
  summary: 'A malformed address',
  params: { tokenAddress: '0x12' },
  description:
    'tokenAddress must be an address (0x and 40 hexadecimal digits), or - for the native token',
})

/** Builds an example of a malformed parameter in an order-book path, with the other input; InvalidParameter by default. */
export function malformedParameter(
  name: keyof typeof messages,
  {
    code = 'InvalidParameter',
    ...request
  }: Partial<Pick<Refusal, 'code' | 'body' | 'params'>> = {},
): Example {
  return refusal({
    code,
    summary: `A malformed ${name}`,
    description: `${name} ${messages[name]}`,
    ...request,
    params: { ...request.params, [name]: '0x12' },
  })
}
