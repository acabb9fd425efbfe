import { Badge } from '@/components/ui/badge'
import { Disclosure } from '@/components/ui/disclosure'
import { curlOf, type EndpointReference, type ShownExample } from '@/lib/api/reference'
import { CodeBlock } from './code-block'
import { ErrorRows } from './error-rows'
import { FieldRows } from './field-rows'
import { methodTone } from './method-tone'
import { ShapeView } from './shape-view'

type Props = {
  readonly endpoint: EndpointReference
  /** Address that the commands go to. */
  readonly baseUrl: string
}

/** All there is to know of an endpoint. */
export const EndpointSection = ({ endpoint, baseUrl }: Props) => {
  const { name, method, paths, summary, limit, caching, parameters, body, answer } = endpoint
  return (
    <article
      id={name}
      aria-labelledby={`${name}-title`}
      className="grid scroll-mt-4 grid-cols-1 gap-4 rounded-card border border-card-edge bg-surface p-4 shadow-card tab:p-6"
    >
      <header className="grid gap-2">
        <h3 id={`${name}-title`} className="text-h3">
          <a href={`#${name}`} className="hover:underline">
            {summary}
          </a>
        </h3>
        <ul className="grid gap-1">
          {paths.map((path) => (
            <li key={path} className="flex flex-wrap items-baseline gap-x-2">
              <Badge tone={methodTone(method)}>{method}</Badge>
              <code className="min-w-0 font-mono text-code wrap-anywhere">{path}</code>
            </li>
          ))}
        </ul>
        <p className="text-small text-ink-2">
          {limit} {caching}
        </p>
      </header>
      {parameters.length === 0 ? null : (
        <div className="grid gap-1">
          <h4 className="text-small font-medium">Parameters</h4>
          <FieldRows caption={`Parameters of ${method} ${paths[0]}`} fields={parameters} />
        </div>
      )}
      {body === undefined ? null : <ShapeView title="Body" shape={body} />}
      <Examples endpoint={endpoint} baseUrl={baseUrl} />
      <ShapeView
        title={answer.isStream ? 'Data of each event' : `Answer, ${answer.status}`}
        shape={answer}
        fold="folded"
      />
      <Disclosure summary="Errors">
        {endpoint.errors.length === 0 ? null : (
          <ErrorRows
            caption={`Errors of ${method} ${paths[0]}`}
            errors={endpoint.errors}
            examples={endpoint.examples}
          />
        )}
        <p className="pt-2 text-small">
          {endpoint.errors.length === 0 ? 'Only ' : 'And '}
          <a href="#errors" className="text-primary underline underline-offset-2">
            those that any request may get
          </a>
          .
        </p>
      </Disclosure>
    </article>
  )
}

const Examples = ({ endpoint, baseUrl }: Props) => {
  const [first, ...others] = endpoint.examples.filter(({ status }) => status < 400)
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
    <CodeBlock title="command" text={curlOf(example, baseUrl)} use="copied" />
    {example.response === undefined ? null : (
      <CodeBlock
        title={`answer, ${example.status}${example.varies ? ', such as' : ''}`}
        text={JSON.stringify(example.response, null, 2)}
      />
    )}
  </div>
)
