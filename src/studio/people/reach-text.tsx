import type { ReactNode } from 'react';
import { useOutline, useStudio } from '../context.ts';
import type { Reach } from '../protocol-people.ts';

/** A role, and below it what it is limited to. */
export function ReachText({ reach: { role, types, sites } }: { readonly reach: Reach }): ReactNode {
  const { say, content, locale } = useStudio();
  const outline = useOutline();
  const listed = (names: readonly string[]) =>
    new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
  const typeNames = types?.map((key) => outline.find((type) => type.key === key)?.title ?? key);
  const siteNames = sites?.map((id) => content.sites.find((site) => site.id === id)?.name ?? id);
  return (
    <>
      {say(`role.${role}`)}
      {typeNames && (
        <span className="st-quiet st-block">{say('reach.types', { names: listed(typeNames) })}</span>
      )}
      {siteNames && (
        <span className="st-quiet st-block">{say('reach.sites', { names: listed(siteNames) })}</span>
      )}
    </>
  );
}
