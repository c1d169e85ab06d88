import type { Json } from '../../model/types.ts';
import type { OutlineFieldKind } from './outline.ts';
import blueprints from './palette.json' with { type: 'json' };

export interface FieldBlueprint {
  readonly schema: Readonly<Record<string, Json>>;
  readonly ui?: Readonly<Record<string, Json>>;
  /** The answer in the type's example. Without it the proof could not continue. */
  readonly example?: Json;
  /** An answer for the example that is used only if the field is required. */
  readonly answer?: Json;
  /**
   * The fixed name of the field in every type. A type has at most one, and shares its definition in
   * `fields.json`.
   */
  readonly name?: string;
  /** The limit that a rule of the type sets, because the field would be unlimited without it. */
  readonly limit?: Readonly<Record<string, Json>>;
  /** True if the field is useful only if it is required. */
  readonly isRequired?: boolean;
  /** True if the field is possible at the top level only, not in a group. */
  readonly isOuter?: boolean;
}

/** The kinds that can be added, in display order. Labels and choices are texts. */
export const palette: Readonly<Partial<Record<OutlineFieldKind, FieldBlueprint>>> = blueprints;
