import type { Form } from '#engine';
import { knownTypes } from './photo-path.ts';

/** What a target may be issued for at most. */
export interface UploadBounds {
  readonly types: readonly string[];
  readonly maxBytes: number;
}

/**
 * The limits that hold in every situation, within what the server takes at all: the call for a target does not say
 * what the photo is for. The limits of the enquiry that names it are judged when it is sent.
 */
export function uploadBounds({ rules }: Form, mostBytes: number): UploadBounds {
  const limits = rules
    .filter(({ when }) => when === undefined)
    .flatMap(({ then }) => Object.values(then.limit ?? {}));
  return {
    types: knownTypes.filter((known) => limits.every(({ types }) => types?.includes(known) ?? true)),
    maxBytes: Math.min(mostBytes, ...limits.map(({ bytes }) => bytes ?? mostBytes)),
  };
}
