import { isDeepStrictEqual } from 'node:util';
import type { Documents } from '#engine';
import { type Consequence, findConsequences, type Version } from '#engine/compare/index.ts';
import { compile } from '#engine/compile/index.ts';
import { compileFormChecks, type ValidatorModuleCache } from '#widgets/validators/form-checks.ts';
import {
  type ComparedSituation,
  createComparedSituation,
  findFieldPlans,
  hasTypeInBoth,
  isTrueIn,
  listComparedSituations,
  listPlainDifferences,
  type PlainDifference,
} from './brute-force.ts';
import { createVersionDocuments, type RandomChange, randomOffices } from './random-changes.ts';

const known: ValidatorModuleCache = new Map();

/** Compiles documents. Undefined if they do not compile. */
export function compileDocumentsVersion(documents: Documents): Version | undefined {
  const compiled = compile(documents);
  if (!compiled.ok) return undefined;
  const checks = compileFormChecks(compiled.form, known);
  return checks.ok ? { form: compiled.form, documents, getCheck: checks.checkOf } : undefined;
}

/** Kinds about schemas, texts and documents, not about situations. */
const ofDocuments = new Set([
  'look',
  'answers-refused',
  'answers-taken',
  'untranslated',
  'documents-only',
  'text',
  'setting',
]);

/** Returns the kind that a plain comparison gives a consequence. */
function plainKind({ kind, about = '' }: Consequence): string {
  if (kind === 'narrower' || kind === 'wider' || kind === 'limit') return about;
  return kind;
}

function plainField({ kind, field, types = [] }: Consequence): string | undefined {
  return kind.startsWith('type-') ? types[0] : field;
}

function isAbout({ types }: Consequence, { type }: ComparedSituation): boolean {
  return type === undefined || types === undefined || types.includes(type);
}

/** True if a situation shows exactly this consequence. */
function isShownIn(consequence: Consequence, seen: readonly PlainDifference[]): boolean {
  const [kind, field] = [plainKind(consequence), plainField(consequence)];
  const { before, after } = consequence;
  const isValued =
    /^(?:preset|recipient|label|hint|placeholder)$/.test(kind) ||
    kind.startsWith('bound-') ||
    kind.startsWith('choices-');
  const isGeneric = before === undefined && after === undefined;
  return seen.some(
    (each) =>
      each.kind === kind &&
      each.field === field &&
      (!isValued || isGeneric || isDeepStrictEqual([each.before, each.after], [before, after])),
  );
}

/** True if the consequence can be visible in a situation. */
function canShow(consequence: Consequence, crossing: ComparedSituation): boolean {
  const { kind, field = '' } = consequence;
  if (kind.startsWith('type-') || kind.startsWith('form-')) return crossing.type === undefined;
  if (field === 'enquiry_type') return crossing.type === undefined;
  if (crossing.type === undefined || !isAbout(consequence, crossing) || !hasTypeInBoth(crossing))
    return false;
  const [one, other] = findFieldPlans(crossing, field);
  const isSeen = [one, other].every((each) => each !== undefined && each.visibility !== 'hidden');
  switch (plainKind(consequence)) {
    case 'field-hidden':
    case 'field-removed':
      return one !== undefined && one.visibility !== 'hidden';
    case 'field-concealed':
      return one?.visibility === 'shown';
    case 'field-revealed':
      return one?.visibility === 'concealed';
    case 'field-shown':
    case 'field-added':
      return one === undefined || one.visibility === 'hidden';
    case 'field-required':
      return (
        (one === undefined || one.visibility === 'hidden') &&
        other !== undefined &&
        other.visibility !== 'hidden'
      );
    case 'required':
    case 'optional':
      return isSeen && one?.fixed === other?.fixed && one?.isRequired === (kind === 'optional');
    case 'preset':
      return one !== undefined && other !== undefined;
    case 'recipient':
    case 'order':
      return true;
    default:
      return isSeen;
  }
}

/**
 * Returns the differences between the consequences of a change and a plain comparison of every situation.
 * Undefined if the change does not compile, or has too many situations.
 */
export function findConsequenceFaults(change: RandomChange): readonly unknown[] | undefined {
  const documents = createVersionDocuments(change.after);
  const [before, after] = [
    compileDocumentsVersion(createVersionDocuments(change.before)),
    compileDocumentsVersion(documents),
  ];
  if (before === undefined || after === undefined) return undefined;
  const all = listComparedSituations(before.form, after.form, documents);
  if (all === undefined) return undefined;
  const seen = all.map(listPlainDifferences);
  const reported = findConsequences({ before, after }).filter(({ kind }) => !ofDocuments.has(kind));
  const untold = all.flatMap((crossing, at) =>
    (seen[at] ?? []).flatMap((each) =>
      isReported(each, crossing, reported) ? [] : [{ untold: each, ...toPlaceKey(crossing) }],
    ),
  );
  const unseen = reported.filter((consequence) => {
    const { example, kind, field, types = [] } = consequence;
    const isOfOpening = /^(?:type|form)-/.test(kind) || field === 'enquiry_type';
    if (example === undefined || /Length$/.test(plainKind(consequence))) return example === undefined;
    const at = createComparedSituation(
      before.form,
      after.form,
      documents,
      example,
      isOfOpening ? undefined : types[0],
    );
    return !isShownIn(consequence, listPlainDifferences(at));
  });
  return [
    ...untold.slice(0, 1),
    ...unseen.map((example) => ({ example })),
    ...reported.flatMap((consequence) => findInventedSituations(consequence, all, seen)),
  ];
}

function isReported(
  each: PlainDifference,
  crossing: ComparedSituation,
  reported: readonly Consequence[],
): boolean {
  return reported.some(
    (consequence) =>
      isAbout(consequence, crossing) &&
      isShownIn(consequence, [each]) &&
      (consequence.where.in !== 'these' || isTrueIn(consequence.where.when, crossing)),
  );
}

/** Returns the situations that contradict the location of a consequence. */
function findInventedSituations(
  consequence: Consequence,
  all: readonly ComparedSituation[],
  seen: readonly (readonly PlainDifference[])[],
): readonly unknown[] {
  if (/Length$/.test(plainKind(consequence))) return [];
  const { where } = consequence;
  const shown = all.map(
    (crossing, at) => canShow(consequence, crossing) && isShownIn(consequence, seen[at] ?? []),
  );
  if (!shown.includes(true)) return [{ invented: consequence }];
  if (where.in !== 'all' && where.in !== 'these') return [];
  const wrong = all.findIndex((crossing, at) => {
    if (!isClear(consequence, crossing)) return false;
    return shown[at] !== (where.in === 'all' || isTrueIn(where.when, crossing));
  });
  const crossing = all[wrong];
  return crossing === undefined
    ? []
    : [{ isShown: shown[wrong], said: consequence, ...toPlaceKey(crossing) }];
}

function toPlaceKey({ on, type }: ComparedSituation) {
  return { on, type };
}

/** True if the consequence makes a statement about a situation. */
function isClear(consequence: Consequence, crossing: ComparedSituation): boolean {
  if (!canShow(consequence, crossing)) return false;
  const { kind } = consequence;
  // A consequence about offices refers to the rules, not to the offices of one page.
  if (kind === 'offices') return crossing.on.offices?.length === Object.keys(randomOffices).length;
  const { before, after } = crossing;
  if (kind.startsWith('form-'))
    return before.isSectionShown === (kind === 'form-hidden') && before.type !== undefined;
  if (kind.startsWith('type-')) {
    const isOffered =
      before.fields[0]?.options?.some(({ value }) => value === toIdentifier(consequence)) === true;
    return (before.isSectionShown || after.isSectionShown) && isOffered === (kind === 'type-not-offered');
  }
  if (consequence.field === 'enquiry_type')
    return (
      hasTypeInBoth(crossing) && (before.fields[0]?.visibility === 'hidden') === (kind === 'field-shown')
    );
  return true;
}

function toIdentifier({ types = [] }: Consequence): number {
  return ['berth', 'charter'].indexOf(types[0] ?? '') + 1;
}
