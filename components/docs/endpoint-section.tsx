'use client'

import { Badge, type Tone } from '@/components/ui/badge'
import { Disclosure } from '@/components/ui/disclosure'
import { curlOf } from '@/lib/api/docs/curl'
import type { EndpointReference, Shape, ShownExample } from '@/lib/api/docs/reference'
import { CodeBlock } from './code-block'
import { ErrorRows, FieldRows } from './field-rows'
import { ReferenceLink } from './reference-link'

type Props = {
  readonly endpoint: EndpointReference
  /** The origin used in example commands. */
  readonly baseUrl: string
}

/** The documentation of an endpoint. */
export const EndpointSection = ({ endpoint, baseUrl }: Props) => {
  const { name, method, path, summary, access, limit, caching, parameters, body, answer } = endpoint
  return (
    <article
      id={name}
      aria-labelledby={`${name}-title`}
      className="grid scroll-mt-4 grid-cols-1 gap-4 rounded-panel border border-card-edge bg-surface p-4 tab:p-6 lazy-section"
    >
      <header className="grid gap-2">
        <h3 id={`${name}-title`} className="text-row">
          <a
            href={`#${name}`}
            className="inline-flex min-h-6 max-tab:min-h-11 items-center hover:underline"
          >
            {summary}
          </a>
        </h3>
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Badge tone={methodTone(method)}>{method}</Badge>
          <code className="min-w-0 font-mono text-code wrap-anywhere">{path}</code>
        </p>
        <p className="text-small text-ink-2">
          {[access, limit, caching].filter(Boolean).join(' ')}
        </p>
      </header>
      {parameters.length === 0 ? null : (
        <div className="grid gap-1">
          <h4 className="text-small font-medium">Parameters</h4>
          <FieldRows fields={parameters} />
        </div>
      )}
      {body === undefined ? null : (
        <div id={body.fields.length > 0 ? body.schema : undefined} className="scroll-mt-4">
          <ShapeView title="Body" shape={body} />
        </div>
      )}
      <Examples endpoint={endpoint} baseUrl={baseUrl} />
      <ShapeView
        title={answer.isStream ? 'Data of each event' : `Response, ${answer.status}`}
        shape={answer}
        fold="folded"
      />
      <Disclosure summary="Errors">
        {endpoint.errors.length === 0 ? null : <ErrorRows errors={endpoint.errors} />}
        <p className="pt-2 text-small">
          {endpoint.errors.length === 0 ? 'Only the ' : 'And the '}
          <a href="/docs#errors" className="text-primary underline underline-offset-2">
            common errors
          </a>
          .
        </p>
      </Disclosure>
    </article>
  )
}

const Examples = ({ endpoint, baseUrl }: Props) => {
  const [first, ...others] = endpoint.examples
  if (!first) return null
  return (
    <div className="grid grid-cols-1 gap-2">
      <h4 className="text-small font-medium">Example: {first.summary}</h4>
      <ExampleBlocks example={first} baseUrl={baseUrl} />
      {others.map((example) => (
        <Disclosure key={example.summary} summary={`Example: ${example.summary}`}>
          <ExampleBlocks example={example} baseUrl={baseUrl} />
        </Disclosure>
      ))}
    </div>
  )
}

const ExampleBlocks = ({
  example,
  baseUrl,
}: {
  readonly example: ShownExample
  readonly baseUrl: string
}) => (
  <div className="grid grid-cols-1 items-start gap-2 wide:grid-cols-2">
    {example.given === undefined ? null : (
      <p className="text-small text-ink-2 wide:col-span-2">Assumes {example.given}.</p>
    )}
    <CodeBlock title="command" text={curlOf(example, baseUrl)} use="copied" />
    {example.response === undefined ? null : (
      <CodeBlock
        title={`response, ${example.status}${example.varies ? ', such as' : ''}`}
        text={JSON.stringify(example.response, null, 2)}
      />
    )}
  </div>
)

const tones = {
  GET: 'info',
  POST: 'primary',
  PUT: 'warn',
  PATCH: 'warn',
  DELETE: 'danger',
} as const

/** Returns the colour of a method's badge; the text carries the meaning. */
function methodTone(method: EndpointReference['method']): Tone {
  return tones[method]
}

type ShapeProps = {
  readonly title: string
  readonly shape: Shape
  /** `folded` collapses the fields where they matter less than the context. */
  readonly fold?: 'open' | 'folded'
}

/** Shows the fields of a body or an answer, or a link to its schema. */
const ShapeView = ({ title, shape, fold = 'open' }: ShapeProps) => {
  const { type, schema, fields } = shape
  if (fields.length === 0) {
    return (
      <p className="text-small">
        <span className="text-ink-2">{title}: </span>
        {schema === undefined ? (
          <code className="font-mono text-code">{type}</code>
        ) : (
          <ReferenceLink name={schema}>{type}</ReferenceLink>
        )}
      </p>
    )
  }
  const table = <FieldRows fields={fields} />
  if (fold === 'folded') return <Disclosure summary={title}>{table}</Disclosure>
  return (
    <div className="grid gap-1">
      <h4 className="text-small font-medium">{title}</h4>
      {table}
    </div>
  )
}
