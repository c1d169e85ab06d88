import type { FieldDefinition } from '#engine';

/** The runs of chunks of a long form; empty if the form is short. */
export type Parts = readonly Run[];

/** A run of adjacent chunks, each a list of field names. */
export type Run = readonly (readonly string[])[];

interface PartedType {
  readonly fields: readonly Pick<FieldDefinition, 'name' | 'isWide'>[];
}

/**
 * The smallest number of fields for which chunks pay off. Shorter forms are laid out and painted as quickly
 * in one piece.
 */
const longFormFields = 48;

/**
 * The size of a chunk in fields: a wide field starts a new chunk from `enough` on, and every chunk ends at
 * `most`. Both are even, because narrow fields are shown in pairs.
 */
const partFields = { enough: 12, most: 24 } as const;

/**
 * Splits the fields of a long form into chunks. A browser lays out and paints each chunk separately, so a
 * keystroke costs as much as its chunk and not as much as the form. Chunks depend on the fields of the type,
 * not on those that are visible, and exclude fields that other types share. So no field ever changes its
 * chunk, and with it its element.
 */
export function partsOf(type: PartedType | undefined, types: readonly PartedType[]): Parts {
  if (type === undefined || type.fields.length < longFormFields) return [];
  const others = types.filter((other) => other !== type);
  const shared = new Set(others.flatMap(({ fields }) => fields.map(({ name }) => name)));
  const runs: string[][][] = [];
  let run: string[][] | undefined;
  for (const { name, isWide } of type.fields) {
    const part = run?.at(-1);
    if (shared.has(name)) run = undefined;
    else if (part && part.length < (isWide ? partFields.enough : partFields.most)) part.push(name);
    else if (run) run.push([name]);
    else {
      run = [[name]];
      runs.push(run);
    }
  }
  return runs;
}
