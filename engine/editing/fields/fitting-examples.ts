import { simplifyForType } from '../../check/situations/known-type.ts';
import { getOperandValue, isOperation } from '../../conditions/condition.ts';
import { asList, asObject, isSameJson } from '../../json-schema/values.ts';
import { compareValues } from '../../model/compare-values.ts';
import type { Documents, Json } from '../../model/types.ts';
import { applyPatches, type Patch } from '../change.ts';
import { getSchemaFile } from '../documents/document-files.ts';
import { listRules } from '../rules.ts';
import { fitsSchema } from './example-answer.ts';
import { suggestExampleAnswer } from './fields.ts';
import { chainEdits, getExampleAnswer, setExampleAnswer } from './members.ts';
import { getMergedSchema, listOutlineTypes, listTypeFieldNames } from './outline.ts';

/**
 * Returns the patches, followed by patches that give the first examples the answers that rules require, and
 * answers within the bounds of rules. Answers that were invalid before stay unchanged. Returns the patches
 * alone if they cannot be applied, or if they change neither rules nor forms.
 */
export function addFittingExamples(documents: Documents, patches: readonly Patch[]): readonly Patch[] {
  if (!patches.some(({ file }) => file === 'rules.json' || file.startsWith('forms/'))) return patches;
  const applied = applyPatches(documents, patches);
  if (!applied.ok) return patches;
  const next = applied.documents;
  const before = new Map(
    listOutlineTypes(documents).map((type) => [type.key, findAnswersToCorrect(documents, type)]),
  );
  const edits = listOutlineTypes(next).flatMap((type) =>
    [...findAnswersToCorrect(next, type)].flatMap(([field, value]) =>
      before.get(type.key)?.has(field)
        ? []
        : [(made: Documents) => setExampleAnswer(made, type.folder, { field, value })],
    ),
  );
  return [...patches, ...chainEdits(next, ...edits)];
}

/**
 * Returns the answers, by field, that the first example of a type must change or add to satisfy the rules;
 * empty if there is no example. A rule counts unless the type makes its condition false.
 */
function findAnswersToCorrect(
  documents: Documents,
  { key, folder }: { readonly key: string; readonly folder: string },
): ReadonlyMap<string, Json> {
  if (asList(asObject(documents[getSchemaFile(folder)]).examples).length === 0) return new Map();
  const names = listTypeFieldNames(documents, folder);
  const rules = listRules(documents).filter(({ when }) => canBeTrueForType(when, key));
  const required = rules.flatMap(({ then }) => asList(then.require).map(String));
  const answers: Record<string, Json> = {};
  for (const name of names) {
    const answer = getExampleAnswer(documents, folder, name);
    const missing = required.includes(name) ? suggestExampleAnswer(documents, folder, name) : undefined;
    const known = answer ?? missing;
    if (known !== undefined) answers[name] = known;
  }
  const days = listComparedDays(documents);
  const bounds = rules.flatMap(({ then }) => Object.entries(asObject(then.bound)));
  // A corrected answer may be the bound of another. The longest chain has as many links as there are bounds.
  for (const _round of bounds) {
    for (const [field, bound] of bounds) {
      const answer = answers[field];
      if (answer === undefined || !names.includes(field)) continue;
      const schema = getMergedSchema(documents, folder, field);
      const next = clampAnswer(answer, bound, { values: answers, days, kind: schema.format });
      if (next !== undefined && fitsSchema(schema, next)) answers[field] = next;
    }
  }
  return new Map(
    Object.entries(answers).filter(
      ([name, answer]) => !isSameJson(answer, getExampleAnswer(documents, folder, name)),
    ),
  );
}

/**
 * Returns the nearest answer within a bound; for `equals`, the value itself. Undefined if the answer is
 * within the bound already, or if the bound is unknown.
 * @param options.values The answers that the operands of the bound read.
 * @param options.days The days that `today` can be, the earliest first. An answer must be late enough for the
 * last one, and early enough for the first one.
 * @param options.kind The `format` of the schema, which decides how dates and times are compared.
 */
function clampAnswer(
  answer: Json,
  bound: unknown,
  {
    values,
    days,
    kind,
  }: {
    readonly values: Readonly<Record<string, Json>>;
    readonly days: readonly string[];
    readonly kind: unknown;
  },
): Json | undefined {
  const { minimum, maximum, equals } = asObject(bound);
  const [first, last] = [days[0], days.at(-1)];
  const low = getOperandValue(minimum, { values, today: last });
  const high = getOperandValue(maximum, { values, today: first });
  const same = getOperandValue(equals, { values, today: first });
  if (isScalar(same)) return same === answer ? undefined : same;
  if (isScalar(low) && (compareValues(answer, low, kind) ?? 0) < 0) return low;
  if (isScalar(high) && (compareValues(answer, high, kind) ?? 0) > 0) return high;
  return undefined;
}

/**
 * Returns the usual day of the scenarios, and the days after those that rules compare with `today`, the
 * earliest first: the check visits each of them.
 */
function listComparedDays(documents: Documents): readonly string[] {
  const usual = asObject(asObject(documents['scenarios.json']).usual).today;
  const conditions = JSON.stringify(listRules(documents).map(({ when }) => when ?? null));
  const compared = [...conditions.matchAll(/\{"var":"today"\},"(\d{4}-\d{2}-\d{2})"/g)].map(([, day]) =>
    getOperandValue({ '+': [{ var: 'today' }, 1, 'days'] }, { today: day }),
  );
  return [usual, ...compared].filter((day) => typeof day === 'string').sort();
}

/** Returns true for a text, a number or a boolean. */
function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/**
 * Returns true unless the type makes the condition false. Also true for an absent condition and for a value
 * that is no condition.
 */
export function canBeTrueForType(when: unknown, key: string): boolean {
  return (
    when === undefined || !isOperation(when) || simplifyForType(when, { key, hasField: () => true }) !== false
  );
}
