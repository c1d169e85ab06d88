import type { Json } from '../types.ts';
import type { FieldKind } from './outline.ts';
import blueprints from './palette.json' with { type: 'json' };

/** What a field of a kind begins as. */
export interface FieldBlueprint {
  readonly schema: Readonly<Record<string, Json>>;
  readonly ui?: Readonly<Record<string, Json>>;
  /** What the type's example answers, so that the proof can go on with it. */
  readonly example?: Json;
}

/** The kinds that can be added, in the order in which they are offered. Labels, and words of choices, are texts. */
export const palette: Readonly<Partial<Record<FieldKind, FieldBlueprint>>> = blueprints;
