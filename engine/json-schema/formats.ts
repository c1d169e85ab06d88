import formats from 'ajv-formats/dist/formats.js';
import { compared } from '../conditions/compare.ts';
import { temporalFormats } from './temporal-formats.ts';

/**
 * The formats of `ajv-formats` by name, as the export that Ajv's code asks for is called. Days and times are held against limits as rules
 * hold them: Ajv's own comparison reads a time without an offset by the clock of the machine on which it runs.
 */
export const fullFormats: typeof formats.fullFormats = { ...formats.fullFormats, ...ownFormats() };

/** Those of them that are judged otherwise than by `ajv-formats`. */
export function ownFormats(): typeof formats.fullFormats {
  return { ...orderedFormats(), ...addressFormats() };
}

/** Addresses as people write them, with the letters of any script (RFC 3987): browsers turn them into others themselves. */
function addressFormats(): typeof formats.fullFormats {
  const names = ['uri', 'url', 'uri-reference'] as const;
  return Object.fromEntries(
    names.map((name) => {
      const format: unknown = Reflect.get(formats.fullFormats, name);
      const fits = (text: string) =>
        format instanceof RegExp ? format.test(text) : typeof format === 'function' && format(text) === true;
      return [name, (text: string) => fits(text.replace(ofOtherScripts, 'x'))];
    }),
  ) as unknown as typeof formats.fullFormats;
}

const ofOtherScripts = /[^\p{ASCII}\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu;

/** Those that have an order. */
function orderedFormats(): typeof formats.fullFormats {
  return Object.fromEntries(
    Object.entries(temporalFormats).map(([name, kind]) => {
      const format = Object(Reflect.get(formats.fullFormats, name));
      return [name, { ...format, compare: (value: string, limit: string) => compared(value, limit, kind) }];
    }),
  ) as unknown as typeof formats.fullFormats;
}
