import { getContext } from '@/lib/context'
import { findLogo, type LogoQuery } from '@/lib/tokens/logos/find-logo'

type Props = { readonly params: Promise<LogoQuery> }

/** A listed token's logo. Its path changes with its address, so browsers may keep it for good. */
export const GET = async (_request: Request, { params }: Props): Promise<Response> => {
  const logo = await findLogo(getContext(), await params)
  if (logo === 'busy') return withoutLogo(503, 'no-store')
  if (logo === 'absent') return withoutLogo(404, 'public, max-age=600')
  return new Response(new Uint8Array(logo.body), {
    headers: {
      'Content-Type': logo.type,
      'Content-Length': String(logo.body.length),
      'Cache-Control': 'public, max-age=31536000, immutable',
    },
  })
}

const withoutLogo = (status: number, caching: string) =>
  new Response(null, { status, headers: { 'Cache-Control': caching } })
