import type { RailMark } from './rail-positions'

/** What stands at a mark: its name, its number, and the difference to the quote. */
export type RailLabel = {
  readonly mark: Pick<RailMark, 'place' | 'side'>
  readonly name: string
  readonly number: string
  readonly change?: string | undefined
}

/** A label with its place; `at` is percent of the rail's length, to which `anchor` binds an end or the middle of it. */
export type PlacedLabel = {
  readonly side: RailMark['side']
  readonly anchor: 'start' | 'middle' | 'end'
  readonly at: number
  /** More than one part if labels were merged. */
  readonly parts: readonly Pick<RailLabel, 'name' | 'number'>[]
  /** Index of the label whose difference is shown. */
  readonly changeOf?: number
}

/** Distance of two labels, in pixels. */
const gap = 8
/** Outside of these, in percent, a label stands beside its mark instead of centred on it. */
const middle = [20, 80] as const

/** Between merged labels; a dash would read as a range. */
const joint = ' · '

type Box = { readonly from: number; readonly to: number }
type Item = RailLabel & { readonly index: number; readonly width: number }
type Group = {
  readonly items: readonly Item[]
  readonly place: number
  readonly width: number
}

/**
 * Places the labels of a rail that is `length` pixels long, at the normal text size. Labels nearer than 8 pixels on one
 * side of the line lose their differences; those still too near are merged.
 */
export function placeLabels(labels: readonly RailLabel[], length: number): readonly PlacedLabel[] {
  return (['above', 'below'] as const).flatMap((side) => {
    const items = labels
      .map((label, index) => ({ ...label, index }))
      .filter(({ mark }) => mark.side === side)
      .sort((a, b) => a.mark.place - b.mark.place)
    const full = items.map((item) => groupOf([sized(item)]))
    if (areApart(full, length)) return full.map((group) => placed(group, side, length))
    const short = items.map(({ change: _, ...item }) => groupOf([sized(item)]))
    return merged(short, length).map((group) => placed(group, side, length))
  })
}

const sized = (item: Omit<Item, 'width'>): Item => ({ ...item, width: labelWidth(item) })

function groupOf(items: readonly Item[]): Group {
  const [first, last] = [items[0], items.at(-1)]
  const place = ((first?.mark.place ?? 0) + (last?.mark.place ?? 0)) / 2
  const width = items.reduce((sum, item) => sum + item.width, textWidth(joint) * (items.length - 1))
  return { items, place, width }
}

/** Merges neighbours until none are too near. */
function merged(groups: readonly Group[], length: number): readonly Group[] {
  const near = groups.findIndex((group, i) => {
    const next = groups[i + 1]
    return next !== undefined && !areApart([group, next], length)
  })
  const [left, right] = [groups[near], groups[near + 1]]
  if (!left || !right) return groups
  const both = groupOf([...left.items, ...right.items])
  return merged([...groups.slice(0, near), both, ...groups.slice(near + 2)], length)
}

const areApart = (groups: readonly Group[], length: number): boolean =>
  groups.every((group, i) => {
    const next = groups[i + 1]
    return next === undefined || boxOf(group, length).to + gap <= boxOf(next, length).from
  })

function boxOf(group: Group, length: number): Box {
  const { anchor, at } = bound(group, length)
  const point = (at / 100) * length
  const from =
    anchor === 'start' ? point : anchor === 'end' ? point - group.width : point - group.width / 2
  return { from, to: from + group.width }
}

/** Binds a label to its mark, or to the end of the rail that it would otherwise cross. */
function bound({ place, width }: Group, length: number): Pick<PlacedLabel, 'anchor' | 'at'> {
  const point = (place / 100) * length
  const anchor = place < middle[0] ? 'start' : place > middle[1] ? 'end' : 'middle'
  const from = anchor === 'start' ? point : anchor === 'end' ? point - width : point - width / 2
  if (from < 0) return { anchor: 'start', at: 0 }
  if (from + width > length) return { anchor: 'end', at: 100 }
  return { anchor, at: place }
}

function placed(group: Group, side: RailMark['side'], length: number): PlacedLabel {
  const [only] = group.items
  return {
    side,
    ...bound(group, length),
    parts: group.items.map(({ name, number }) => ({ name, number })),
    ...(only?.change === undefined ? {} : { changeOf: only.index }),
  }
}

const labelWidth = ({ name, number, change }: Omit<RailLabel, 'mark'>): number =>
  textWidth(`${name} `) + textWidth(number) + (change === undefined ? 0 : textWidth(` ${change}`))

/** Returns a text's width in pixels, at 13 pixels: at least what the browser needs, since the server cannot measure it. */
function textWidth(text: string): number {
  let em = 0
  for (const character of text) {
    if (/[.,:'’ \u00a0\u202f]/.test(character)) em += 0.3
    else if (/[MW%–−]/.test(character)) em += 0.9
    else em += /\d/.test(character) ? 0.6 : 0.54
  }
  return em * 13
}
