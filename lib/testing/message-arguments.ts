/**
 * Returns the sorted arguments of a text in ICU MessageFormat: `{name}` as `name`, `<link>` as `<link>`, the choices
 * of a `select` as `name=choice`. Plurals differ by language and are listed by name alone.
 *
 * @throws {Error} on unbalanced braces.
 */
export function messageArguments(message: string): string[] {
  const found = new Set<string>()
  const end = readText({ message, found }, 0)
  if (end !== message.length) throw new Error(`unmatched closing brace at ${end}: ${message}`)
  return [...found].sort()
}

type Reading = { readonly message: string; readonly found: Set<string> }

/** Returns the end of the text: the index of its closing brace or the message's length. */
function readText(reading: Reading, start: number): number {
  const { message, found } = reading
  let at = start
  while (at < message.length && message[at] !== '}') {
    const tag = /^<([a-zA-Z][\w-]*)>/.exec(message.slice(at))
    if (tag) found.add(`<${tag[1]}>`)
    at = message[at] === '{' ? readArgument(reading, at) : at + 1
  }
  return at
}

function readArgument(reading: Reading, start: number): number {
  const { message, found } = reading
  const head = /^\{\s*(\w+)\s*(?:,\s*(\w+)\s*)?([,}])/.exec(message.slice(start))
  const [all, name, kind, mark] = head ?? []
  if (all === undefined) throw new Error(`no argument at ${start}: ${message}`)
  found.add(`${name}`)
  if (mark === '}') return start + all.length
  return readChoices(reading, {
    at: start + all.length,
    name: kind === 'select' ? name : undefined,
  })
}

function readChoices(
  reading: Reading,
  { at: start, name }: { readonly at: number; readonly name: string | undefined },
): number {
  const { message, found } = reading
  let at = start
  while (at < message.length) {
    at += /^\s*/.exec(message.slice(at))?.[0].length ?? 0
    if (message[at] === '}') return at + 1
    const choice = /^([=\w]+)\s*\{/.exec(message.slice(at))
    if (!choice) throw new Error(`no choice at ${at}: ${message}`)
    if (name !== undefined) found.add(`${name}=${choice[1]}`)
    const end = readText(reading, at + choice[0].length)
    if (message[end] !== '}') throw new Error(`unclosed brace: ${message}`)
    at = end + 1
  }
  throw new Error(`unclosed brace: ${message}`)
}
