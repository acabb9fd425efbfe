import type { Field } from '@/lib/api/field-table'
import { DocRow, DocTable } from './doc-table'

type Props = {
  readonly caption: string
  readonly fields: readonly (Field & { readonly place?: string })[]
}

/** A table of parameters or fields: name and type, and what each is. */
export const FieldRows = ({ caption, fields }: Props) => (
  <DocTable caption={caption} columns={['Field', 'What it is']}>
    {fields.map((field) => (
      <DocRow key={`${field.place ?? ''}${field.name}`} name={<FieldName field={field} />}>
        {field.note === '' ? <span className="text-ink-3">As named.</span> : field.note}
      </DocRow>
    ))}
  </DocTable>
)

const FieldName = ({ field }: { readonly field: Props['fields'][number] }) => (
  <span className="grid gap-0.5">
    <code className="font-mono text-code font-medium">{field.name}</code>
    <span className="text-label text-ink-2">
      <FieldType field={field} />
      {field.place === undefined ? null : `, in the ${field.place}`}
      {field.isRequired ? null : ', optional'}
    </span>
  </span>
)

const FieldType = ({ field: { type, schema } }: { readonly field: Field }) =>
  schema === undefined ? (
    type
  ) : (
    <a href={`#${schema}`} className="text-primary underline underline-offset-2">
      {type}
    </a>
  )
