import type { Json } from '../types.ts';
import type { FieldKind } from './outline.ts';
import blueprints from './palette.json' with { type: 'json' };

/** What a field of a kind begins as. */
export interface FieldBlueprint {
  readonly schema: Readonly<Record<string, Json>>;
  readonly ui?: Readonly<Record<string, Json>>;
  /** What the type's example answers, so that the proof can go on with it. */
  readonly example?: Json;
  /** What an example answers that has to, where it had better leave it empty. */
  readonly answer?: Json;
  /** The name that its field has in every type: a type has one of them, and what `fields.json` says of it is shared. */
  readonly name?: string;
  /** The limit that a rule of its type sets: without one its field would take any number. */
  readonly limit?: Readonly<Record<string, Json>>;
  /** It makes no sense unless it is answered. */
  readonly isRequired?: boolean;
  /** It can be asked of a whole form alone, not in a group. */
  readonly isOuter?: boolean;
}

/** The kinds that can be added, in the order in which they are offered. Labels, and words of choices, are texts. */
export const palette: Readonly<Partial<Record<FieldKind, FieldBlueprint>>> = blueprints;
