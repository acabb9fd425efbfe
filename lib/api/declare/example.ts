/**
 * What an example takes for granted, as the documentation says it; the declarations test brings it
 * about by real actions.
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

/** An example that the documentation shows and a test plays: word for word where `varies` is not set. */
export type Example = {
  readonly summary: string
  readonly given?: ExampleSetting
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Set where the request comes without the key, or before the sign-in, that its endpoint asks for. */
  readonly keyless?: true
  /** Status of the answer; that of the endpoint's success unless told. */
  readonly status?: number
  /** The answer; left out where its form says it all. */
  readonly response?: unknown
  /** Set where the answer follows from the chain or the moment: `response` is then one of that form. */
  readonly varies?: true
}
