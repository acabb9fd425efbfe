import type { z } from 'zod'
import { flag, optionalText } from './variables'

/** Where traces are sent, by OpenTelemetry's usual variables. */
export type TraceSettings = {
  readonly url: URL
  /** May contain keys, so never log them. */
  readonly headers: Readonly<Record<string, string>>
  /** Undefined: the name of the service with the role of the process. */
  readonly serviceName: string | undefined
  readonly resourceAttributes: Readonly<Record<string, string>>
  /** The share of traces that is recorded, by their ids. */
  readonly ratio: number
}

/**
 * The ratios of the samplers. Those that follow the decision of a parent do the same as the others: no parent is ever another
 * service's.
 */
const ratios: Readonly<Record<string, number | undefined>> = {
  always_on: 1,
  always_off: 0,
  // By OTEL_TRACES_SAMPLER_ARG.
  traceidratio: undefined,
}

/** The variables of OpenTelemetry that the service reads; its exporter reads those for certificates, compression and timeouts. */
export const traceVariables = {
  OTEL_SDK_DISABLED: flag(false),
  OTEL_TRACES_EXPORTER: optionalText,
  OTEL_EXPORTER_OTLP_PROTOCOL: optionalText,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: optionalText,
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalText,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optionalText,
  OTEL_EXPORTER_OTLP_HEADERS: optionalText,
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: optionalText,
  OTEL_SERVICE_NAME: optionalText,
  OTEL_RESOURCE_ATTRIBUTES: optionalText,
  OTEL_TRACES_SAMPLER: optionalText,
  OTEL_TRACES_SAMPLER_ARG: optionalText,
}

type Variables = {
  readonly [N in keyof typeof traceVariables]: z.infer<(typeof traceVariables)[N]>
}

/**
 * Parses the settings of traces; undefined without an endpoint, or when they are switched off.
 *
 * @throws {Error} naming the malformed variable.
 */
export function parseTraceSettings(env: Variables): TraceSettings | undefined {
  const exporter = env.OTEL_TRACES_EXPORTER ?? 'otlp'
  if (env.OTEL_SDK_DISABLED || exporter === 'none') return undefined
  const url = endpointOf(env)
  if (!url) return undefined
  if (exporter !== 'otlp') throw new Error('OTEL_TRACES_EXPORTER: must be otlp or none')
  const protocol = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? env.OTEL_EXPORTER_OTLP_PROTOCOL
  if (protocol !== undefined && protocol !== 'http/protobuf') {
    throw new Error(
      'OTEL_EXPORTER_OTLP_PROTOCOL: must be http/protobuf, which collectors take on port 4318',
    )
  }
  return {
    url,
    headers: {
      ...parsePairs('OTEL_EXPORTER_OTLP_HEADERS', env.OTEL_EXPORTER_OTLP_HEADERS),
      ...parsePairs('OTEL_EXPORTER_OTLP_TRACES_HEADERS', env.OTEL_EXPORTER_OTLP_TRACES_HEADERS),
    },
    serviceName: env.OTEL_SERVICE_NAME,
    resourceAttributes: parsePairs('OTEL_RESOURCE_ATTRIBUTES', env.OTEL_RESOURCE_ATTRIBUTES),
    ratio: parseRatio(env.OTEL_TRACES_SAMPLER, env.OTEL_TRACES_SAMPLER_ARG),
  }
}

/** The endpoint of traces is used as it is; the general one is a base for the paths of all signals. */
function endpointOf(env: Variables): URL | undefined {
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
  if (endpoint !== undefined) return parseUrl('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', endpoint)
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined
  const base = parseUrl('OTEL_EXPORTER_OTLP_ENDPOINT', env.OTEL_EXPORTER_OTLP_ENDPOINT)
  base.pathname = `${base.pathname.replace(/\/+$/, '')}/v1/traces`
  return base
}

function parseUrl(name: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol)) return url
  throw new Error(`${name}: must be an http or https address, as http://127.0.0.1:4318`)
}

function parseRatio(sampler = 'parentbased_always_on', argument = '1'): number {
  const name = sampler.replace(/^parentbased_/, '')
  if (!Object.hasOwn(ratios, name)) {
    const names = Object.keys(ratios).flatMap((one) => [one, `parentbased_${one}`])
    throw new Error(`OTEL_TRACES_SAMPLER: must be one of ${names.join(', ')}`)
  }
  const ratio = ratios[name] ?? Number(argument)
  if (ratio >= 0 && ratio <= 1) return ratio
  throw new Error('OTEL_TRACES_SAMPLER_ARG: must be from 0 to 1')
}

/** Parses percent-encoded pairs, as `name=value,other=value`. Never quotes them: they may be secret. */
function parsePairs(name: string, text = ''): Record<string, string> {
  const pairs = text.split(',').filter((part) => part.trim() !== '')
  return Object.fromEntries(
    pairs.map((part) => {
      const at = part.indexOf('=')
      const key = decode(name, part.slice(0, at))
      const value = decode(name, part.slice(at + 1))
      if (at > 0 && key !== '' && !/[^\x20-\x7e]/.test(key + value)) return [key, value]
      throw new Error(`${name}: must be as name=value,name=value of printable ASCII`)
    }),
  )
}

function decode(name: string, text: string): string {
  try {
    return decodeURIComponent(text.trim())
  } catch {
    throw new Error(`${name}: must be percent-encoded`)
  }
}
