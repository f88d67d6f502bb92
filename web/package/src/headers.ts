/** Tags of a game: their defaults and their order, which are those of the PGN standard. */

/** The seven tags that every game has, with what stands for the unknown. */
export const SEVEN_TAG_ROSTER: Readonly<Record<string, string>> = Object.freeze({
  Event: '?', Site: '?', Date: '????.??.??', Round: '?', White: '?', Black: '?', Result: '*',
})

/** Section 9 of the standard: the other tags that it names, in its order. */
const OTHERS = [
  'WhiteTitle', 'BlackTitle', 'WhiteElo', 'BlackElo', 'WhiteUSCF', 'BlackUSCF', 'WhiteNA', 'BlackNA', 'WhiteType', 'BlackType',
  'EventDate', 'EventSponsor', 'Section', 'Stage', 'Board', 'Opening', 'Variation', 'SubVariation', 'ECO', 'NIC', 'Time',
  'UTCTime', 'UTCDate', 'TimeControl', 'SetUp', 'FEN', 'Termination', 'Annotator', 'Mode', 'PlyCount',
]

/** All tags in the order in which they are written: the roster, those of the standard, the others as they came. */
export function inOrder(tags: Record<string, string>): Record<string, string> {
  const ordered: Record<string, string> = { ...SEVEN_TAG_ROSTER }
  for (const name of OTHERS) if (Object.hasOwn(tags, name)) ordered[name] = tags[name] as string
  return Object.assign(ordered, tags)
}

/** A tag pair. */
export function written([name, value]: [string, string]): string {
  return `[${name} "${value.replace(/["\\]/g, '\\$&')}"]`
}
