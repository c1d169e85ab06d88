import type { Form } from '#engine';
import { describeUnreachedSite, findUnreachedSites, type SiteContent } from '#engine/preset/pages.ts';

/** A site some of whose enquiries reach nobody, as a message for people and as facts for the log. */
export interface UnreachedWarning {
  readonly message: string;
  /** Lists are texts with spaces between the ids or keys. */
  readonly logged: { readonly site: string | number; readonly offices?: string; readonly types?: string };
}

/**
 * Returns a warning for each site some of whose enquiries reach nobody (`findUnreachedSites`).
 * @param today An ISO date.
 */
export function listUnreachedWarnings(
  form: Form,
  content: SiteContent,
  today: string,
): readonly UnreachedWarning[] {
  return findUnreachedSites(form, content, today).map((unreached) => {
    const { site, offices, types } = unreached;
    return {
      message: describeUnreachedSite(unreached, content),
      logged: {
        site: site.id,
        ...(offices && { offices: offices.map(({ id }) => id).join(' ') }),
        ...(types && { types: types.map(({ key }) => key).join(' ') }),
      },
    };
  });
}
