import { isTooDeep } from '#engine/json-schema/depth.ts';

export type ParsedAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: string };

/**
 * Parses the body of an answer as JSON in UTF-8. Refuses nesting that overflows a call stack, and `__proto__`,
 * which would change objects into which an entry is copied.
 */
export function parseAnswer(body: Uint8Array): ParsedAnswer {
  if (body.length === 0) return { ok: false, reason: '0 B' };
  try {
    const value: unknown = JSON.parse(
      new TextDecoder('utf-8', { fatal: true }).decode(body),
      (key, member) => {
        if (key === '__proto__') throw new SyntaxError('__proto__');
        return member;
      },
    );
    return isTooDeep(value) ? { ok: false, reason: '{{{…' } : { ok: true, value };
  } catch (error) {
    // The message quotes a part of the answer, which may be long.
    return { ok: false, reason: (error instanceof Error ? error.message : '?').slice(0, 100) };
  }
}
