import formats from 'ajv-formats/dist/formats.js';
import { compared } from '../conditions/compare.ts';
import { temporalFormats } from './temporal-formats.ts';

/**
 * The formats of `ajv-formats` by name, as the export that Ajv's code asks for is called. Days and times are held against limits as rules
 * hold them: Ajv's own comparison reads a time without an offset by the clock of the machine on which it runs.
 */
export const fullFormats: typeof formats.fullFormats = { ...formats.fullFormats, ...orderedFormats() };

/** Those of them that have an order. */
export function orderedFormats(): typeof formats.fullFormats {
  return Object.fromEntries(
    Object.entries(temporalFormats).map(([name, kind]) => {
      const format = Object(Reflect.get(formats.fullFormats, name));
      return [name, { ...format, compare: (value: string, limit: string) => compared(value, limit, kind) }];
    }),
  ) as unknown as typeof formats.fullFormats;
}
