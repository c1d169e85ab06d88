import type { OutlineField, OutlineType } from '#engine/editing/index.ts';
import { memoizeByObject } from '#engine/model/memoize.ts';
import type { FindingView } from '../../api/findings.ts';
import type { ReportView } from '../../api/studio.ts';

/** A field of a type, as far as its findings depend on it. */
interface FindingField {
  readonly type: Pick<OutlineType, 'key' | 'folder'>;
  readonly field: Pick<OutlineField, 'name' | 'definition'>;
}

/**
 * Returns the findings of a field and of the fields nested in it, in the order of the report: those whose
 * pointer is in their schema, UI schema, shared definition or texts. Empty without a report.
 */
export function listFieldFindings(
  report: ReportView | undefined,
  { type, field }: FindingField,
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

/** Returns the errors of a report, and the numbers of them that were counted so far. */
const getErrorCounts = memoizeByObject((report: ReportView) => ({
  errors: { ...report, findings: report.findings.filter(({ severity }) => severity === 'error') },
  counts: new Map<string, number>(),
}));

/**
 * Returns the number of errors of a field and its nested fields. 0 without a report. Counted once per report
 * and field, because each keystroke asks for all fields of a form.
 */
export function countFieldErrors(report: ReportView | undefined, { type, field }: FindingField): number {
  if (report === undefined) return 0;
  const { errors, counts } = getErrorCounts(report);
  if (errors.findings.length === 0) return 0;
  const key = `${type.key} ${type.folder} ${field.definition ?? ''} ${field.name}`;
  const known = counts.get(key) ?? listFieldFindings(errors, { type, field }).length;
  counts.set(key, known);
  return known;
}
