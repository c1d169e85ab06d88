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
 * The size of a chunk in fields. A wide field starts a new chunk if the current one has at least `enough`; no
 * chunk has more than `most`. Both are even, because narrow fields are shown in pairs.
 */
const chunkSizes = { enough: 12, most: 24 } as const;

/**
 * Returns the chunks of a long form; empty for a short one and for an undefined `type`. A browser lays out
 * and paints each chunk separately, so a keystroke costs as much as its chunk. Chunks contain all fields,
 * also hidden ones, except those that another of the `types` shares: so a field never moves to another chunk
 * and its element stays the same.
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
