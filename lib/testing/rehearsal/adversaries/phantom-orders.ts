import type { Adversary } from '@/lib/testing/rehearsal/adversary'

const count = 20_000
const tokens = 2_000

/** 20,000 orders of as many accounts, which buy 2,000 tokens without code or pools. They stay after the attack. */
export const phantomOrders: Adversary = {
  name: 'phantom-orders',
  submission: 'private',
  stopsSettling: false,
  maxSlowdown: 2,
  start: async ({ stage: { ctx }, traders }) => {
    const { uid } = await traders.place()
    const columns = (
      await ctx.db.$queryRaw<{ name: string }[]>`
        SELECT column_name AS name FROM information_schema.columns
        WHERE table_name = 'orders' AND column_name NOT IN ('uid', 'owner', 'buy_token', 'status', 'quote_id')`
    ).map(({ name }) => `"${name}"`)
    const hex = (number: string, bytes: number) =>
      `'0x' || lpad(to_hex(${number}), ${2 * bytes}, '0')`
    await ctx.db.$executeRawUnsafe(`
      INSERT INTO orders (uid, owner, buy_token, status, ${columns.join()})
      SELECT ${hex('i', 56)}, ${hex('i + 1', 20)}, ${hex(`i % ${tokens} + 4096`, 20)}, 'open', ${columns.join()}
      FROM orders, generate_series(1, ${count}) i WHERE uid = '${uid}'`)
    return async () => {}
  },
}
