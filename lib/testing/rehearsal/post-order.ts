import type { Hex } from '@/lib/core/bytes'
import type { Order } from '@/lib/core/order'
import type { RehearsalStage } from './stage'

/** Places an order by the HTTP API and returns its uid. @throws {Error} with the refusal. */
export function postOrder(
  { web, chain }: Pick<RehearsalStage, 'web' | 'chain'>,
  order: Order & Readonly<Record<string, unknown>>,
): Promise<Hex> {
  const text = (value: unknown) => (typeof value === 'bigint' ? String(value) : value)
  const body = Object.entries(order).map(([key, value]) => [key, text(value)] as const)
  return post(`${web.url}/${chain.network.name}/api/v1/orders`, Object.fromEntries(body))
}

/** Posts JSON and returns the answer. @throws {Error} with status and text of a refusal. */
export async function post<T>(url: string, body: unknown): Promise<T> {
  const headers = { 'content-type': 'application/json' }
  return read(await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }))
}

/** Returns the JSON at a URL. @throws {Error} with status and text of a refusal. */
export async function get<T>(url: string): Promise<T> {
  return read(await fetch(url))
}

async function read<T>(response: Response): Promise<T> {
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${text}`)
  return JSON.parse(text) as T
}
