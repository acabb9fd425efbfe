import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  bindMigrationAwareSqlAdapterFactory,
  type ColumnType,
  ColumnTypeEnum,
  type SqlDriverAdapter,
} from '@prisma/driver-adapter-utils'
import * as engineModule from '@prisma/schema-engine-wasm/schema_engine_bg'
import { Pool, type QueryResult } from 'pg'

/** Prisma's schema engine on its own connections; `close` ends them. */
export type SchemaEngine = {
  readonly engine: engineModule.SchemaEngine
  readonly schema: { readonly path: string; readonly content: string }
  readonly close: () => Promise<void>
}

/** The schema and its migrations; processes start in the project's root. */
const schemaPath = () => join(process.cwd(), 'prisma/schema.prisma')

/**
 * Opens the schema engine as WebAssembly, because the native engine that Prisma's commands download is not in the npm
 * registry.
 */
export async function openSchemaEngine(url: string): Promise<SchemaEngine> {
  await instantiate()
  const path = schemaPath()
  const content = await readFile(path, 'utf8')
  const pool = new Pool({ connectionString: url, max: 2, connectionTimeoutMillis: 5_000 })
  pool.on('error', () => {})
  const factory = bindMigrationAwareSqlAdapterFactory({
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: () => connect(pool),
    connectToShadowDb: () => {
      throw new Error('the schema engine asked for a shadow database')
    },
  })
  const engine = await engineModule.SchemaEngine.new(
    { datamodels: [[path, content]] },
    () => {},
    factory,
  )
  return { engine, schema: { path, content }, close: () => pool.end() }
}

let instantiated: Promise<void> | undefined

function instantiate(): Promise<void> {
  instantiated ??= (async () => {
    const packageFile = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm')
    const bytes = await readFile(join(dirname(packageFile), 'schema_engine_bg.wasm'))
    const global = globalThis as { PRISMA_WASM_PANIC_REGISTRY?: { set_message: unknown } }
    global.PRISMA_WASM_PANIC_REGISTRY ??= { set_message: () => {} }
    const { instance } = await WebAssembly.instantiate(bytes, {
      './schema_engine_bg.js': engineModule as unknown as WebAssembly.ModuleImports,
    })
    engineModule.__wbg_set_wasm(instance.exports)
    const start = instance.exports.__wbindgen_start as () => void
    start()
  })()
  return instantiated
}

/** The PostgreSQL catalogue type `"char"`, which the adapter rejects, and `text`, read in its place. */
const charOid = 18
const textOid = 25

/**
 * Patches two faults of the adapter: `executeScript` splits scripts at every semicolon, even inside function bodies,
 * and the catalogue type `"char"` is unknown.
 */
async function connect(pool: Pool): Promise<SqlDriverAdapter> {
  const charColumns = new Set<string>()
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<QueryResult>
  const patched = async (...args: unknown[]) => {
    const result = await query(...args)
    charColumns.clear()
    for (const field of result.fields ?? []) {
      if (field.dataTypeID !== charOid) continue
      field.dataTypeID = textOid
      charColumns.add(field.name)
    }
    return result
  }
  pool.query = patched as unknown as typeof pool.query
  const adapter = await new PrismaPg(pool).connect()
  return {
    provider: adapter.provider,
    adapterName: adapter.adapterName,
    executeRaw: (params) => adapter.executeRaw(params),
    queryRaw: async (params) => {
      const result = await adapter.queryRaw(params)
      const columnTypes = result.columnTypes.map((type, index): ColumnType => {
        return charColumns.has(result.columnNames[index] ?? '') ? ColumnTypeEnum.Character : type
      })
      return { ...result, columnTypes }
    },
    executeScript: async (script) => {
      await query(script)
    },
    startTransaction: (isolationLevel) => adapter.startTransaction(isolationLevel),
    getConnectionInfo: () => ({ schemaName: 'public', supportsRelationJoins: true }),
    dispose: async () => {},
  }
}
