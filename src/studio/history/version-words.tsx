import type { ReactNode } from 'react';
import { useStudio } from '../context.ts';
import type { VersionName } from '../protocol-consequences.ts';
import type { VersionState, VersionSummary } from '../protocol-versions.ts';
import type { Say } from '../words.ts';

/** What a version is called: `Version 12`. */
export function versionName(name: VersionName, say: Say): string {
  return typeof name === 'number' ? say('version.number', { number: name }) : say(`version.${name}`);
}

/** Who made a version: a deployment has no name of a person. */
export function makerOf({ origin, by }: VersionSummary, say: Say): string {
  return origin === 'folder' ? say('history.deployment') : by || say('people.somebody');
}

/** Whether a version is what visitors get, with a mark that is not told by its colour alone. */
export function State({ state }: { readonly state: VersionState }): ReactNode {
  const { say } = useStudio();
  return (
    <span className={`st-state st-version-state st-version-state--${state}`}>
      {say(`version.state.${state}`)}
    </span>
  );
}

/** A time on the clock of whoever reads it, or on that of a time zone, which is then named. */
export function timeText(at: number, locale: string, timeZone?: string): string {
  const zoned = timeZone === undefined ? {} : { timeZone, timeZoneName: 'short' as const };
  return new Intl.DateTimeFormat(locale, { ...dateParts, ...zoned }).format(at);
}

const dayParts = { month: 'short', day: 'numeric' } as const;
const dateParts = { year: 'numeric', ...dayParts, hour: '2-digit', minute: '2-digit' } as const;

/** The day alone, where there is little room: `Nov 26`. */
export function dayText(at: number, locale: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(locale, { ...dayParts, ...(timeZone !== undefined && { timeZone }) }).format(
    at,
  );
}

/** `November 2026` */
export function monthText(at: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long' }).format(at);
}

/** A time, for people and for programs. */
export function Time({
  at,
  timeZone,
}: {
  readonly at: number;
  readonly timeZone?: string | undefined;
}): ReactNode {
  const { locale } = useStudio();
  return <time dateTime={new Date(at).toISOString()}>{timeText(at, locale, timeZone)}</time>;
}

/** One thing that is known of a version, in a list of such. */
export function Fact({ term, children }: { readonly term: string; readonly children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
