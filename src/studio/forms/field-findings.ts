import type { OutlineField, OutlineType } from '#engine/editing/index.ts';
import type { FindingView } from '../../api/findings.ts';
import type { ReportView } from '../../api/studio.ts';

/**
 * Returns the findings of a field and of the fields nested in it, in the order of the report: those whose
 * pointer is in their schema, UI schema, shared definition or texts. Empty without a report.
 */
export function listFieldFindings(
  report: ReportView | undefined,
  {
    type,
    field,
  }: {
    readonly type: Pick<OutlineType, 'key' | 'folder'>;
    readonly field: Pick<OutlineField, 'name' | 'definition'>;
  },
): readonly FindingView[] {
  if (report === undefined || report.findings.length === 0) return [];
  const steps = field.name.split('.').join('(?:/items)?(?:/properties)?/');
  const places: readonly (readonly [file: string, pointer: RegExp])[] = [
    [`forms/${type.folder}/schema.json`, new RegExp(`^/properties/${steps}(?:/|$)`)],
    [`forms/${type.folder}/ui.json`, new RegExp(`^/${steps}(?:/|$)`)],
    ['fields.json', new RegExp(`^/\\$defs/${field.definition ?? ' '}(?:/|$)`)],
  ];
  const text = new RegExp(
    `^/(?:forms\\.${type.key}\\.)?(?:fields|options)\\.${field.name.replaceAll('.', '\\.')}\\.`,
  );
  return report.findings.filter(
    ({ file, pointer }) =>
      places.some(([known, part]) => file === known && part.test(pointer)) ||
      (file.startsWith('texts/') && text.test(pointer)),
  );
}
