const answerMark: unique symbol = Symbol.for('coincide.answer')

/** A response with its own status or headers, created by {@link answer}. Any other result is a 200. */
export type Answer<T> = {
  readonly [answerMark]: true
  readonly status: number
  readonly body: T
  readonly headers: Readonly<Record<string, string>>
}

type AnswerParts<T> = {
  readonly status: number
  readonly body: T
  readonly headers?: Readonly<Record<string, string>>
}

/** Creates a response with a status other than 200, or with its own headers. */
export function answer<T>({ status, body, headers = {} }: AnswerParts<T>): Answer<T> {
  return { [answerMark]: true, status, body, headers }
}

/** Returns the `Last-Modified` header for data of time `at` (Unix seconds). RFC 9110 8.8.2. */
export function lastModified(at: number): { readonly 'Last-Modified': string } {
  return { 'Last-Modified': new Date(at * 1_000).toUTCString() }
}

/** Whether an action's result is an {@link Answer} rather than a plain body. */
export function isAnswer(result: unknown): result is Answer<unknown> {
  return typeof result === 'object' && result !== null && answerMark in result
}

/** A value that renders to `T`: a string may be a bigint (decimal) or a Date (ISO 8601). */
export type Renderable<T> = T extends string
  ? T | bigint | Date
  : T extends readonly (infer E)[]
    ? readonly Renderable<E>[]
    : T extends object
      ? { readonly [K in keyof T]: Renderable<T[K]> }
      : T
