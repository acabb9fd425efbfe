import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Declaration, declarations } from './declarations'

const declared: readonly Declaration[] = Object.values(declarations)
const rules = readFileSync('deploy/prometheus/alerts.yml', 'utf8')
const tests = readFileSync('deploy/prometheus/alerts.test.yml', 'utf8')
const alerts = [...rules.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name)
const dashboards = readdirSync('deploy/grafana').filter((name) => name.endsWith('.json'))

/** The names by which Prometheus stores the samples of a metric. */
const stored = new Set(
  declared.flatMap(({ type, name }) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
  ),
)
const labels = new Set(['le', 'instance', 'job', ...declared.flatMap((one) => one.labels)])

const namesIn = (text: string) => text.match(/coincide_\w+/g) ?? []
const labelsIn = (text: string) =>
  [...text.matchAll(/by \(([^)]*)\)|[{,]\s*(\w+)\s*(?:=|!)/g)].flatMap(([, by, selected]) =>
    (by ?? selected ?? '').split(',').map((name) => name.trim()),
  )

function expectDeclared(query: string) {
  expect(namesIn(query).filter((name) => !stored.has(name))).toEqual([])
  const known = (name: string) => labels.has(name) || name === 'alertstate'
  expect(labelsIn(query).filter((name) => !known(name))).toEqual([])
}

test.each(dashboards)('%s asks for declared metrics and labels only', (name) => {
  const { panels, uid } = JSON.parse(readFileSync(`deploy/grafana/${name}`, 'utf8'))
  expect(uid).toBe(`coincide-${name.replace('.json', '')}`)
  const queries = panels.flatMap((panel: { targets: { expr: string }[] }) => panel.targets)
  expect(queries.length).toBeGreaterThan(4)
  for (const { expr } of queries) expectDeclared(expr)
})

test('dashboards show every metric', () => {
  const all = dashboards.map((name) => readFileSync(`deploy/grafana/${name}`, 'utf8')).join('')
  expect(declared.filter(({ name }) => !all.includes(name)).map(({ name }) => name)).toEqual([])
})

test('alerts ask for declared metrics and labels only', () => {
  expect(alerts.length).toBeGreaterThan(10)
  const found = [...rules.matchAll(/^ +expr: (?:(".*")|'(.*)')$/gm)]
  expect(found.length).toBe(alerts.length)
  for (const [, quoted, plain = ''] of found) expectDeclared(quoted ? JSON.parse(quoted) : plain)
})

test('every alert has a promtool test and a runbook, and every runbook an alert', () => {
  const named = [...rules.matchAll(/^ +runbook: docs\/operations\/runbooks\/(.*)$/gm)]
  const files = readdirSync('docs/operations/runbooks')
  expect(named.map(([, file]) => file).sort()).toEqual(files.sort())
  expect(named.length).toBe(alerts.length)
  for (const alert of alerts) expect(tests).toContain(`alertname: ${alert}\n`)
  for (const file of files) {
    const text = readFileSync(`docs/operations/runbooks/${file}`, 'utf8')
    expect(alerts).toContain(/^# (\w+)$/m.exec(text)?.[1])
    const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)
    expect(headings).toEqual(['Symptom', 'Check', 'Action', 'Cleared when'])
  }
})
