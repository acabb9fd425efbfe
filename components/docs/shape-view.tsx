import { Disclosure } from '@/components/ui/disclosure'
import type { Shape } from '@/lib/api/docs/reference'
import { FieldRows } from './field-rows'
import { ReferenceLink } from './reference-link'

type Props = {
  readonly title: string
  readonly shape: Shape
  /** `folded` collapses the fields where they matter less than the context. */
  readonly fold?: 'open' | 'folded'
}

/** Shows the fields of a body or an answer, or a link to its schema. */
export const ShapeView = ({ title, shape, fold = 'open' }: Props) => {
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
