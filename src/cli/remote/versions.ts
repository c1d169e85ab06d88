export interface RemoteVersion {
  readonly number: number;
  readonly state: string;
  readonly origin: string;
  readonly by: string;
  readonly note: string;
  /** The time of publication in ms, as are the other times. */
  readonly at: number;
  readonly goesLiveAt?: number;
  readonly liveAt?: number;
}

export function isRemoteVersion(value: unknown): value is RemoteVersion {
  const { number, state, origin, by, note, at } = Object(value) as Readonly<Record<string, unknown>>;
  return (
    [number, at].every(Number.isSafeInteger) &&
    [state, origin, by, note].every((text) => typeof text === 'string')
  );
}

/**
 * Formats a version on one line: `12 live 2026-11-23 02:11 UTC by anna (studio): Phone is optional`. The time
 * is that of going live, if there is one, else of publication.
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
