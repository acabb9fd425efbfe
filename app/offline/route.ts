import type { NextRequest } from 'next/server'
import { renderOfflinePage } from './offline-page'

export const GET = async (request: NextRequest): Promise<Response> =>
  new Response(await renderOfflinePage(request), {
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' },
  })
