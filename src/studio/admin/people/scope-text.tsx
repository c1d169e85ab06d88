import type { ReactNode } from 'react';
import type { AccessScope } from '../../../api/people.ts';
import { getEnquiryRight } from '../../auth/permissions/enquiry-rights.ts';
import { useStudio } from '../../draft/context.ts';
import { useKnownTypes } from '../../draft/use-known-types.ts';

/**
 * Renders the role, the right for enquiries (except of owners, who have all rights) and the limits of a
 * scope, with the names of types and sites. An unknown type or site appears as its key or id.
 */
export function ScopeText({ reach }: { readonly reach: AccessScope }): ReactNode {
  const { role, types, sites } = reach;
  const right = getEnquiryRight(reach);
  const { say, content, locale } = useStudio();
  const known = useKnownTypes();
  /** Joins names as a list in the studio's language: `A, B, and C`. */
  const formatNames = (names: readonly string[]) =>
    new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
  const typeNames = types?.map((key) => known.find(({ type }) => type.key === key)?.name ?? key);
  const siteNames = sites?.map((id) => content.sites.find((site) => site.id === id)?.name ?? id);
  return (
    <>
      {say(`role.${role}`)}
      {right && role !== 'owner' && (
        <span className="st-quiet st-block">
          {say('reach.enquiries.text', { what: say(`reach.enquiries.${right}`) })}
        </span>
      )}
      {typeNames && (
        <span className="st-quiet st-block">{say('reach.types', { names: formatNames(typeNames) })}</span>
      )}
      {siteNames && (
        <span className="st-quiet st-block">{say('reach.sites', { names: formatNames(siteNames) })}</span>
      )}
    </>
  );
}
