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
  const { mayChange } = useStudio();
  const reason = useReadOnlyReason();
  return mayChange(type) && !isOutside ? null : <p className="st-look-only">{reason}</p>;
}

/**
 * Renders a padlock at a single thing that is outside of the limits of an editor. Its description says what they
 * may change. Renders nothing for people who may change nothing: the page says so already.
 */
export function Padlock(): ReactNode {
  const { say, may } = useStudio();
  const reason = useReadOnlyReason();
  if (!may('editor')) return null;
  return (
    <span className="st-lock" title={reason}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M5 7V5a3 3 0 0 1 6 0v2M3.5 7h9v6.5h-9z" />
      </svg>
      {say('lock')}
      <span className="st-visually-hidden">: {reason}</span>
    </span>
  );
}

/** Returns the sentence that says what a person may change: by their role, or by their limits. */
function useReadOnlyReason(): string {
  const { say, me, may, content, locale } = useStudio();
  const known = useKnownTypes();
  if (!may('editor')) return say('look-only.role', { role: say(`role.${me.role}`) });
  const titles = me.types?.map((key) => known.find((one) => one.type.key === key)?.name ?? key) ?? [];
  const sites = me.sites?.map((id) => content.sites.find((site) => site.id === id)?.name ?? id);
  /** Joins names as a list in the studio's language: `A, B, and C`. */
  const formatNames = (names: readonly string[]) =>
    new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
  return sites
    ? say('look-only.sites', { names: formatNames(sites) })
    : say('look-only.types', { names: formatNames(titles) });
}
