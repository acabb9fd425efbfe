import type { ShownOrder } from '@/lib/client/orders/shown-order'

/** A schedule that another one is to replace: its name, and its open orders. */
export type EditedSchedule = { readonly id: string; readonly open: readonly ShownOrder[] }
