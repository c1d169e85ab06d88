import settingsSchema from '#schemas/meta/settings.schema.json' with { type: 'json' };
import defaults from '../documents/defaults.json' with { type: 'json' };
import { asObject } from '../json-schema/values.ts';
import type { Documents, Settings } from '../model/types.ts';
import type { Patch } from './change.ts';
import { setMember } from './fields/members.ts';

const file = 'settings.json';

const { minimum, maximum } = settingsSchema.properties.sendLater.else.properties.days;

/** The fewest and the most days that an enquiry without a connection can wait. */
export const sendLaterLimits = { minimum, maximum } as const;

/** Returns for how many days enquiries without a connection wait in the browser; undefined if they do not. */
export function getSendLater(documents: Documents): Settings['sendLater'] {
  const written = asObject(documents[file]).sendLater;
  if (written === false) return undefined;
  const { days } = asObject(written);
  return { days: typeof days === 'number' ? days : defaults[file].sendLater.days };
}

/**
 * Returns the patches that set for how many days enquiries without a connection wait in the browser.
 * @param sendLater True: as many days as by default. False: they do not wait.
 */
export function setSendLater(
  documents: Documents,
  sendLater: NonNullable<Settings['sendLater']> | boolean,
): readonly Patch[] {
  const value = sendLater === true ? defaults[file].sendLater : sendLater;
  return setMember(documents, { file, path: ['sendLater'] }, value && { ...value });
}
