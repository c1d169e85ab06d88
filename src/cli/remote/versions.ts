/** A version as a server lists it, as far as it is read here. */
export interface RemoteVersion {
  readonly number: number;
  readonly state: string;
  readonly origin: string;
  readonly by: string;
  readonly note: string;
  readonly at: number;
  readonly goesLiveAt?: number;
  readonly liveAt?: number;
}

/** Whether something is a version as a server lists it. */
export function isRemoteVersion(value: unknown): value is RemoteVersion {
  const { number, state, origin, by, note, at } = Object(value) as Readonly<Record<string, unknown>>;
  return (
    [number, at].every(Number.isSafeInteger) &&
    [state, origin, by, note].every((text) => typeof text === 'string')
  );
}

/** One line about a version: `12 live 2026-11-23 02:11 UTC by anna (studio): Phone is optional`. */
export function versionLine({
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
  return oneLine(`${number} ${state} ${clock} UTC by ${by} (${origin})${note === '' ? '' : `: ${note}`}`);
}

/** What comes from elsewhere must not break the line, nor steer a terminal. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, ' ');
}
