import { appDataGuideDocument, appDataMembers, refusedAppData } from '@/lib/api/docs/app-data-guide'
import { CodeBlock } from './code-block'
import { DocItem } from './doc-list'
import { ReferenceLink } from './reference-link'

/** Describes the app data document: its fields and their effects. */
export const AppDataNotes = () => (
  <div className="grid grid-cols-1 gap-4">
    <p className="max-w-160">
      A JSON object of at most 8192 bytes that an order refers to by its hash. Send it as text in{' '}
      <code>appData</code> of quote and order, or{' '}
      <ReferenceLink name="uploadAppData">upload it</ReferenceLink> before and send the hash. These
      members of its <code>metadata</code> have an effect; all others, such as <code>utm</code>, are
      stored as they are.
    </p>
    <p className="max-w-160">{refusedAppData}</p>
    <dl>
      {appDataMembers.map(({ name, shape, effect }) => (
        <DocItem
          key={name}
          name={
            <>
              {name}
              <small>{shape}</small>
            </>
          }
        >
          {effect}
        </DocItem>
      ))}
    </dl>
    <CodeBlock title="A document" text={JSON.stringify(appDataGuideDocument, null, 2)} />
  </div>
)
