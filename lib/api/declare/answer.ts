const answerMark: unique symbol = Symbol.for('coincide.answer')

/** An answer with a status or headers of its own, made by {@link answer}; anything else returned is a 200. */
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

/** Gives an answer a status other than 200, or headers of its own. */
export function answer<T>({ status, body, headers = {} }: AnswerParts<T>): Answer<T> {
  return { [answerMark]: true, status, body, headers }
}

/** The header that tells when the data of an answer is from, Unix seconds. RFC 9110 8.8.2. */
export function lastModified(at: number): { readonly 'Last-Modified': string } {
  return { 'Last-Modified': new Date(at * 1_000).toUTCString() }
}

/** Whether an action's result is an {@link Answer} rather than a plain body. */
export function isAnswer(result: unknown): result is Answer<unknown> {
  return typeof result === 'object' && result !== null && answerMark in result
}

/** What becomes `T` on the wire: where `T` holds text, a bigint (decimal) or a Date (ISO 8601) will do. */
export type Renderable<T> = T extends string
  ? T | bigint | Date
  : T extends readonly (infer E)[]
    ? readonly Renderable<E>[]
    : T extends object
      ? { readonly [K in keyof T]: Renderable<T[K]> }
      : T
