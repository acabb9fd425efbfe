import { useTranslations } from 'next-intl'
import { Breadcrumb } from '@/components/ui/breadcrumb'
import type { ReferenceSection } from '@/lib/api/docs/reference'
import { DocsHead, Part, PrefixNote } from './docs-parts'
import { EndpointSection } from './endpoint-section'
import { FieldRows } from './field-rows'

type Props = {
  readonly section: ReferenceSection
  /** The origin used in example commands. */
  readonly baseUrl: string
}

/** A reference page: the endpoints of a section, and the schemas that it mentions first. */
export const DocsSection = ({ section: { title, endpoints, schemas }, baseUrl }: Props) => {
  const t = useTranslations('docs')
  const name = <span lang="en">{title}</span>
  return (
    <>
      <DocsHead
        title={name}
        breadcrumb={<Breadcrumb places={[{ href: '/docs', name: t('title') }]}>{name}</Breadcrumb>}
      >
        {endpoints.some(({ takesPrefix }) => takesPrefix) ? <PrefixNote /> : null}
      </DocsHead>
      <div lang="en" className="grid grid-cols-1 gap-10">
        <Part id="endpoints" title="Endpoints">
          {endpoints.map((endpoint) => (
            <EndpointSection key={endpoint.name} endpoint={endpoint} baseUrl={baseUrl} />
          ))}
        </Part>
        {schemas.length === 0 ? null : (
          <Part id="schemas" title="Schemas">
            {schemas.map(({ name, fields }) => (
              <section
                key={name}
                id={name}
                className="grid scroll-mt-4 gap-2 rounded-panel border border-card-edge bg-surface p-4 tab:p-6"
              >
                <h3 className="text-row">{name}</h3>
                <FieldRows fields={fields} />
              </section>
            ))}
          </Part>
        )}
      </div>
    </>
  )
}
