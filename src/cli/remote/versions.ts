/** A version as a server lists it. */
export interface RemoteVersion {
  readonly number: number;
  /** `scheduled`, `live`, `replaced` or `cancelled`. */
  readonly state: string;
  /** The origin of its documents, for example `studio` or `push`. */
  readonly origin: string;
  /** The name of the person or program that published it. */
  readonly by: string;
  /** The description of the change, by that person; empty if there is none. */
  readonly note: string;
  /** The time of publication in ms, as are the other times. */
  readonly at: number;
  readonly goesLiveAt?: number;
  readonly liveAt?: number;
}

/**
 * Returns true if the value has the members of a version with the right types, and times that a date can have.
 */
export function isRemoteVersion(value: unknown): value is RemoteVersion {
  const { number, state, origin, by, note, at, goesLiveAt, liveAt } = Object(value) as Readonly<
    Record<string, unknown>
  >;
  return (
    Number.isSafeInteger(number) &&
    isTime(at) &&
    [goesLiveAt, liveAt].every((time) => time === undefined || isTime(time)) &&
    [state, origin, by, note].every((text) => typeof text === 'string')
  );
}

/** Returns true for milliseconds since 1970 that a date can have. */
function isTime(value: unknown): boolean {
  return Number.isSafeInteger(value) && !Number.isNaN(new Date(value as number).getTime());
}

/**
 * Formats a version on one line: `12 live 2026-11-23 02:11 UTC by anna (studio): Phone is optional`. The time
 * is `goesLiveAt` of a scheduled version, `liveAt` of any other, and `at` if that is absent. Control
 * characters and line breaks in its texts become spaces.
 */
export function formatVersion({
  number,
  state,
  origin,
  by,
  note,
  at,
  goesLiveAt,
  liveAt,
}: RemoteVersion): string {
  const time = state === 'scheduled' ? goesLiveAt : liveAt;
  const clock = new Date(time ?? at).toISOString().slice(0, 16).replace('T', ' ');
  return toPrintableText(
    `${number} ${state} ${clock} UTC by ${by} (${origin})${note === '' ? '' : `: ${note}`}`,
  );
}

/**
 * Replaces each run of control characters and white space by one space: text of a server must not break a
 * line or control a terminal.
 */
export function toPrintableText(text: string): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, ' ');
}
