import type { FieldDefinition } from '#engine';

/** The runs of chunks of a long form; empty if the form is short. */
export type FieldChunks = readonly FieldChunkRun[];

/** A run of adjacent chunks, each a list of field names. */
export type FieldChunkRun = readonly (readonly string[])[];

interface ChunkedType {
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
const chunkSizes = { enough: 12, most: 24 } as const;

/**
 * Splits the fields of a long form into chunks. A browser lays out and paints each chunk separately, so a
 * keystroke costs as much as its chunk and not as much as the form. Chunks depend on the fields of the type,
 * not on those that are visible, and exclude fields that other types share. So no field ever changes its
 * chunk, and with it its element.
 */
export function splitIntoChunks(type: ChunkedType | undefined, types: readonly ChunkedType[]): FieldChunks {
  if (type === undefined || type.fields.length < longFormFields) return [];
  const others = types.filter((other) => other !== type);
  const shared = new Set(others.flatMap(({ fields }) => fields.map(({ name }) => name)));
  const runs: string[][][] = [];
  let run: string[][] | undefined;
  for (const { name, isWide } of type.fields) {
    const chunk = run?.at(-1);
    if (shared.has(name)) run = undefined;
    else if (chunk && chunk.length < (isWide ? chunkSizes.enough : chunkSizes.most)) chunk.push(name);
    else if (run) run.push([name]);
    else {
      run = [[name]];
      runs.push(run);
    }
  }
  return runs;
}
