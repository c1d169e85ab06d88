import type { ReactNode } from 'react';
import { useStudio } from '../../draft/context.ts';
import { useKnownTypes } from '../../draft/use-known-types.ts';

/**
 * Renders a notice that explains why the person cannot change a page, or the form of a type: because of their
 * role, or of their limits to sites or types. Renders nothing if they can.
 * @param type The key of the enquiry type. Absent: the page is not limited to one.
 */
export function ReadOnlyNotice({
  type,
  isOutside = false,
}: {
  readonly type?: string;
  /**
   * True if it is outside of the limits of this editor, although they may change similar things. Then the
   * notice is always shown. False by default.
   */
  readonly isOutside?: boolean;
}): ReactNode {
  const { say, me, may, mayChange, content, locale } = useStudio();
  const known = useKnownTypes();
  if (mayChange(type) && !isOutside) return null;
  if (!may('editor'))
    return <p className="st-look-only">{say('look-only.role', { role: say(`role.${me.role}`) })}</p>;
  const titles = me.types?.map((key) => known.find((one) => one.type.key === key)?.name ?? key) ?? [];
  const sites = me.sites?.map((id) => content.sites.find((site) => site.id === id)?.name ?? id);
  /** Joins names as a list in the studio's language: `A, B, and C`. */
  const formatNames = (names: readonly string[]) =>
    new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
  return (
    <p className="st-look-only">
      {sites
        ? say('look-only.sites', { names: formatNames(sites) })
        : say('look-only.types', { names: formatNames(titles) })}
    </p>
  );
}
