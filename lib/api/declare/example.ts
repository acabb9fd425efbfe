/**
 * Precondition of an example, as documented. The declarations test establishes it by real actions.
 */
export type ExampleSetting =
  | 'an owner with balance and allowance, before validTo'
  | 'a placed order'
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
