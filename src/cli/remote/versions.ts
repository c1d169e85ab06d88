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

/** Notes are written by people: what they hold must not break the line, nor steer a terminal. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, ' ');
}
