import type { ReactNode } from 'react';
import type { VersionName } from '../../../api/consequences.ts';
import type { VersionSummary } from '../../../api/versions.ts';
import { useStudio } from '../../draft/context.ts';
import type { FormatMessage } from '../../ui/messages.ts';

/** Formats the name of a version: `Version 12`, `Live now` or `The draft`. */
export function formatVersionName(name: VersionName, say: FormatMessage): string {
  return typeof name === 'number' ? say('version.number', { number: name }) : say(`version.${name}`);
}

/** Returns the author of a version. For a deployment or an unknown person, returns a general name. */
export function formatVersionAuthor({ origin, by }: VersionSummary, say: FormatMessage): string {
  return origin === 'folder' ? say('history.deployment') : by || say('people.somebody');
}

/**
 * Renders the state of a version as a badge with text, so that it does not depend on colour alone. A version
 * that did not go live at its time has the state "refused".
 */
export function VersionStateBadge({
  version: { state, refused },
}: {
  readonly version: Pick<VersionSummary, 'state' | 'refused'>;
}): ReactNode {
  const { say } = useStudio();
  return (
    <span className={`st-state st-version-state st-version-state--${state}`}>
      {say(`version.state.${refused ? 'refused' : state}`)}
    </span>
  );
}

/** Returns the reason why a version did not go live at its time. Empty if it was not refused. */
export function formatVersionRefusal(version: VersionSummary, say: FormatMessage): string {
  const { refused } = version;
  if (refused === undefined) return '';
  const name = formatVersionAuthor(version, say);
  return refused.reason === 'outside-reach'
    ? say('version.refused.outside-reach', { name, what: refused.outside.join(', ') })
    : say(`version.refused.${refused.reason}`, { name });
}

/** Renders a term and its description, as a row of a `<dl>`. */
export function FactRow({
  term,
  children,
}: {
  readonly term: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div>
      <dt className="st-muted">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/**
 * Returns true if a version was live before and its documents are not those of the live version. Also true if
 * the live version is not known.
 */
export function canBeLiveAgain(
  { number, state }: Pick<VersionSummary, 'number' | 'state'>,
  live: VersionSummary | undefined,
): boolean {
  return state === 'replaced' && live?.restores !== number;
}
