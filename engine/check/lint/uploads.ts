import { photoTypes } from '../../photo-types.ts';
import type { Form } from '../../types.ts';
import { type Finding, finding } from '../finding.ts';
import type { Places } from '../places.ts';

/**
 * Finds fields with file types that only a virus scanner releases. No document contains which servers have a
 * scanner.
 */
export function lintUploads(form: Form, places: Places): readonly Finding[] {
  const others = (types: readonly string[]) =>
    types.filter((type) => !photoTypes.some((one) => one === type));
  return form.types.flatMap((type) =>
    type.fields.flatMap(({ name, widget }) => {
      const limits = form.rules.flatMap(({ then }) => then.limit?.[name] ?? []);
      const taken = [...new Set(limits.flatMap(({ types = [] }) => others(types)))];
      if (widget !== 'files' || taken.length === 0) return [];
      const reason = `"${name}" of "${type.key}" takes ${taken.join(', ')}, which nobody gets before ClamAV has looked at it; set SLIPWAY_CLAMD where the server runs, or somebody has to release every file`;
      return [finding({ ...places.schema(type, 'properties', name), code: 'needs-scanner', reason })];
    }),
  );
}
