import { z } from 'zod'
import {
  defineEndpoint,
  type Endpoint,
  type EndpointDeclaration,
  type Input,
  type NoFields,
  type Wire,
} from '@/lib/api/declare/endpoint'
import { messageRefusal } from '@/lib/api/declare/example'
import { address } from '@/lib/api/declare/fields'
import type { Context } from '@/lib/context'
import type { Identity } from '@/lib/core/identity'
import type { Browser } from '@/lib/sessions/browser'

/** Query parameter of every account endpoint, in addition to its own. */
export const accountQuery = z.object({
  account: address
    .optional()
    .describe('Which account of this browser asks; the one that signed in last unless given'),
})

/** Example of a request from a browser without a session. */
export const notSignedIn = messageRefusal({
  code: 'Unauthorized',
  summary: 'Before signing in',
  keyless: true,
  description: 'sign in first',
})

/** Input of an account endpoint's action. */
type AccountInput<P, Q, B> = Input<P, Q, B> & {
  readonly meta: { readonly identity: Identity; readonly browser: Browser }
}

type AccountDeclaration<P, Q, B, R, IP, IQ, IB> = Omit<
  EndpointDeclaration<P, Q, B, R, IP, IQ, IB>,
  'access' | 'run'
> & {
  run(
    ctx: Context,
    input: AccountInput<P, Q, B>,
  ): ReturnType<EndpointDeclaration<P, Q, B, R, IP, IQ, IB>['run']>
}

type AccountQuery = Readonly<z.input<typeof accountQuery>>

/**
 * Declares an endpoint for signed-in accounts, like {@link defineEndpoint}. `meta.identity` is the calling account
 * with the networks of its session; `?account=` selects one of several. Only pages of this service may call it.
 */
export function defineAccountEndpoint<
  const N extends string,
  P,
  Q,
  B,
  R,
  IP = NoFields,
  IQ = NoFields,
  IB = undefined,
>(
  declaration: AccountDeclaration<P, Q, B, R, IP, IQ, IB> & { readonly name: N },
): Endpoint<P, Q, B, R> & Wire<N, IP, IQ & AccountQuery, IB, R> {
  const { run, ...rest } = declaration
  return defineEndpoint<N, P, Q, B, R, IP, IQ & AccountQuery, IB>({
    tag: 'Account',
    ...rest,
    access: 'account',
    run: (ctx: Context, input: Input<P, Q, B>) => {
      const { identity, browser } = input.meta
      if (!identity || !browser) throw new Error(`${declaration.name} has no identity`)
      return run(ctx, { ...input, meta: { ...input.meta, identity, browser } })
    },
  } as Parameters<typeof defineEndpoint<N, P, Q, B, R, IP, IQ & AccountQuery, IB>>[0])
}
