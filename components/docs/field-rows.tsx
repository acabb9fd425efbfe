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
        {field.note === '' ? 'As named.' : field.note}
      </DocRow>
    ))}
  </DocTable>
)

const FieldName = ({ field }: { readonly field: Props['fields'][number] }) => (
  <>
    <code>{field.name}</code>
    <small>
      {field.schema === undefined ? field.type : <a href={`#${field.schema}`}>{field.type}</a>}
      {field.place === undefined ? '' : `, in the ${field.place}`}
      {field.isRequired ? '' : ', optional'}
    </small>
  </>
)
