import { photoTypes } from '../../model/photo-types.ts';
import type { Form } from '../../model/types.ts';
import type { DocumentLocator } from '../document-locator.ts';
import { createFinding, type Finding } from '../finding.ts';

/**
 * Returns a finding for each field with the widget `files` for which some rule, whatever its condition,
 * accepts other types than photos. Such files are delivered only after a virus scan, and the documents do not
 * say whether the server has a scanner.
 */
export function lintUploads(form: Form, locator: DocumentLocator): readonly Finding[] {
  /** Returns the media types that are not those of photos. */
  const excludePhotoTypes = (types: readonly string[]) =>
    types.filter((type) => !photoTypes.some((one) => one === type));
  return form.types.flatMap((type) =>
    type.fields.flatMap(({ name, widget }) => {
      const limits = form.rules.flatMap(({ then }) => then.limit?.[name] ?? []);
      const accepted = [...new Set(limits.flatMap(({ types = [] }) => excludePhotoTypes(types)))];
      if (widget !== 'files' || accepted.length === 0) return [];
      const reason = `"${name}" of "${type.key}" accepts ${accepted.join(', ')}, which is not delivered until ClamAV has checked it; set SLIPWAY_CLAMD on the server, or someone has to release every file`;
      return [createFinding({ ...locator.schema(type, 'properties', name), code: 'needs-scanner', reason })];
    }),
  );
}
