import { expect, test } from 'vitest'
import { parseConfig } from '@/lib/config'

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
const parse = (environment: Readonly<Record<string, string>>) => parseConfig(environment).tracing

test('nothing is traced without an endpoint, or when traces are switched off', () => {
  expect(parse({})).toBeUndefined()
  expect(parse({ OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_SERVICE_NAME: 'desk' })).toBeUndefined()
  expect(parse({ ...endpoint, OTEL_SDK_DISABLED: 'true' })).toBeUndefined()
  expect(parse({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' })).toBeUndefined()
})

test('the general endpoint is a base, and that of traces is used as it is', () => {
  expect(parse(endpoint)?.url.href).toBe('http://127.0.0.1:4318/v1/traces')
  const base = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/otlp/' }
  expect(parse(base)?.url.href).toBe('https://collector.example/otlp/v1/traces')
  const own = { ...base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/in' }
  expect(parse(own)?.url.href).toBe('https://traces.example/in')
})

test('headers and attributes are percent-encoded pairs, whose values are kept out of logs', () => {
  const config = parseConfig({
    ...endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=desk, authorization=Bearer%20t0ken-of-ours',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-tenant=traces',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=production,host.name=a%2Cb',
    OTEL_SERVICE_NAME: 'desk-web',
  })
  expect(config.tracing).toMatchObject({
    headers: { 'x-tenant': 'traces', authorization: 'Bearer t0ken-of-ours' },
    resourceAttributes: { 'deployment.environment.name': 'production', 'host.name': 'a,b' },
    serviceName: 'desk-web',
  })
  expect(config.secrets).toContain('t0ken-of-ours')
  expect(config.secrets).not.toContain('production')
})

test.each([
  ['always_on', undefined, 1],
  ['parentbased_always_on', undefined, 1],
  ['always_off', undefined, 0],
  ['traceidratio', '0.05', 0.05],
  ['parentbased_traceidratio', '0.25', 0.25],
  ['traceidratio', undefined, 1],
])('the sampler %s %s records a share of %d', (name, argument, ratio) => {
  const sampler = { OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: argument ?? '' }
  expect(parse({ ...endpoint, ...sampler })?.ratio).toBe(ratio)
})

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'grpc://collector.example'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_TRACES_EXPORTER', 'zipkin'],
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=%E0%A4%A'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=a%0Ab'],
  ['OTEL_RESOURCE_ATTRIBUTES', '=production'],
  ['OTEL_SDK_DISABLED', 'perhaps'],
])('a wrong %s is refused by its name, and not quoted', (name, value) => {
  const parsing = () => parse({ ...endpoint, [name]: value })
  expect(parsing).toThrow(name)
  expect(parsing).not.toThrow(value)
})

test('a share beyond 1 is refused', () => {
  const sampler = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '5' }
  expect(() => parse({ ...endpoint, ...sampler })).toThrow('OTEL_TRACES_SAMPLER_ARG')
})
