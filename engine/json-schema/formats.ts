import formats from 'ajv-formats/dist/formats.js';
import { compareValues } from '../model/compare-values.ts';
import { temporalFormats } from './temporal-formats.ts';

/**
 * The formats of `ajv-formats` by name. Ajv's generated code requires this export name. Dates and times are
 * compared with limits in the same way as in rules: the comparison of `ajv-formats` reads a time without an
 * offset in the machine's time zone.
 */
export const fullFormats: typeof formats.fullFormats = { ...formats.fullFormats, ...createOwnFormats() };

/** Returns the formats that replace those of `ajv-formats`: web addresses, dates and times. */
export function createOwnFormats(): typeof formats.fullFormats {
  return { ...createOrderedFormats(), ...createWebAddressFormats() };
}

/**
 * Returns the formats of web addresses, not of mail: `uri`, `url` and `uri-reference`. They accept letters of
 * any script (RFC 3987), because browsers encode them.
 */
function createWebAddressFormats(): typeof formats.fullFormats {
  const names = ['uri', 'url', 'uri-reference'] as const;
  return Object.fromEntries(
    names.map((name) => {
      const format: unknown = Reflect.get(formats.fullFormats, name);
      /** Returns true if the format of `ajv-formats` accepts a text. */
      const isValid = (text: string) =>
        format instanceof RegExp ? format.test(text) : typeof format === 'function' && format(text) === true;
      return [name, (text: string) => isValid(text.replace(nonAsciiCharacters, 'x'))];
    }),
  ) as unknown as typeof formats.fullFormats;
}

const nonAsciiCharacters = /[^\p{ASCII}\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu;

/** Returns the formats of dates and times. Their limits are compared in the same way as in rules. */
function createOrderedFormats(): typeof formats.fullFormats {
  return Object.fromEntries(
    Object.entries(temporalFormats).map(([name, kind]) => {
      const format = Object(Reflect.get(formats.fullFormats, name));
      return [
        name,
        { ...format, compare: (value: string, limit: string) => compareValues(value, limit, kind) },
      ];
    }),
  ) as unknown as typeof formats.fullFormats;
}
