import type { Tone } from '@/components/ui/badge'

type Face = { readonly label: string; readonly tone: Tone }

const faces: ReadonlyMap<string, Face> = new Map([
  ['order_filled', { label: 'Filled', tone: 'surplus' }],
  ['order_partially_filled', { label: 'Partly filled', tone: 'surplus' }],
  ['order_expired', { label: 'Expired', tone: 'neutral' }],
  ['order_cancelled', { label: 'Cancelled', tone: 'danger' }],
  ['insufficient_balance', { label: 'Low balance', tone: 'warn' }],
  ['price_improvement', { label: 'Better price', tone: 'surplus' }],
])

const correction: Face = { label: 'Correction', tone: 'warn' }

/** How a type of notification is named; one that this page does not know yet is just news. */
export function notificationFace(type: string): Face {
  return faces.get(type) ?? { label: 'News', tone: 'neutral' }
}

type Told = {
  readonly type: string
  readonly metadata: { readonly correction?: true | undefined }
}

/** How a notification is named; one that takes another back says so. */
export function faceOf({ type, metadata }: Told): Face {
  return metadata.correction ? correction : notificationFace(type)
}
