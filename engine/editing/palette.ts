import type { Json } from '../types.ts';
import type { FieldKind } from './outline.ts';

/** What a field of a kind begins as. */
export interface FieldBlueprint {
  readonly schema: Readonly<Record<string, Json>>;
  readonly ui?: Readonly<Record<string, Json>>;
  /** What the type's example answers, so that the proof can go on with it. */
  readonly example?: Json;
}

/** The kinds that can be added, in the order in which they are offered. Labels, and words of choices, are texts. */
export const palette: Readonly<Partial<Record<FieldKind, FieldBlueprint>>> = {
  text: { schema: { type: 'string', maxLength: 200 }, example: 'An answer' },
  'long-text': {
    schema: { type: 'string', maxLength: 5000 },
    ui: { 'ui:widget': 'textarea' },
    example: 'An answer of some length.',
  },
  email: {
    schema: { type: 'string', format: 'email', maxLength: 254 },
    ui: { 'ui:widget': 'email', 'ui:autocomplete': 'email', 'ui:inputMode': 'email' },
    example: 'visitor@example.com',
  },
  phone: {
    schema: { type: 'string', minLength: 5, maxLength: 30, pattern: '^[0-9 +().\\/x-]*$' },
    ui: { 'ui:widget': 'tel', 'ui:autocomplete': 'tel', 'ui:inputMode': 'tel' },
    example: '+44 20 7946 0018',
  },
  number: { schema: { type: 'number' }, example: 1 },
  date: { schema: { type: 'string', format: 'date' }, example: '2030-06-01' },
  choice: { schema: { type: 'string', enum: ['choice-1', 'choice-2'] }, example: 'choice-1' },
  choices: {
    schema: { type: 'array', items: { type: 'string', enum: ['choice-1', 'choice-2'] }, uniqueItems: true },
    ui: { 'ui:widget': 'checkboxes' },
    example: ['choice-1'],
  },
  'yes-no': { schema: { type: 'boolean' }, ui: { 'ui:widget': 'radio' }, example: true },
};
