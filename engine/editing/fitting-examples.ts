import { whereType } from '../check/situations/known-type.ts';
import { compared } from '../conditions/compare.ts';
import { isOperation, operandValue } from '../conditions/condition.ts';
import { asList, asObject, isSameJson } from '../json-schema/values.ts';
import type { Documents, Json } from '../types.ts';
import { applyPatches, type Patch } from './change.ts';
import { fits } from './example-answer.ts';
import { answerOf } from './fields.ts';
import { exampleOf, exampleWith, inTurn } from './members.ts';
import { fieldNames, typesOf, wholeSchema } from './outline.ts';
import { schemaFile } from './places.ts';
import { rulesOf } from './rules.ts';

/**
 * Adds patches that keep the examples valid: answers that rules require, and answers within the bounds of
 * rules. Thus the studio never reports an invalid example that it generated itself. Answers that were invalid
 * before stay unchanged.
 */
export function withFittingExamples(documents: Documents, patches: readonly Patch[]): readonly Patch[] {
  if (!patches.some(({ file }) => file === 'rules.json' || file.startsWith('forms/'))) return patches;
  const applied = applyPatches(documents, patches);
  if (!applied.ok) return patches;
  const next = applied.documents;
  const before = new Map(typesOf(documents).map((type) => [type.key, fittingAnswers(documents, type)]));
  const edits = typesOf(next).flatMap((type) =>
    [...fittingAnswers(next, type)].flatMap(([field, value]) =>
      before.get(type.key)?.has(field)
        ? []
        : [(made: Documents) => exampleWith(made, type.folder, { field, value })],
    ),
  );
  return [...patches, ...inTurn(next, ...edits)];
}

/** Returns the answers that the first example of a type needs instead of its own, by field. */
function fittingAnswers(
  documents: Documents,
  { key, folder }: { readonly key: string; readonly folder: string },
): ReadonlyMap<string, Json> {
  if (asList(asObject(documents[schemaFile(folder)]).examples).length === 0) return new Map();
  const names = fieldNames(documents, folder);
  const rules = rulesOf(documents).filter(({ when }) => mayConcern(when, key));
  const required = rules.flatMap(({ then }) => asList(then.require).map(String));
  const answers: Record<string, Json> = {};
  for (const name of names) {
    const answer = exampleOf(documents, folder, name);
    const missing = required.includes(name) ? answerOf(documents, folder, name) : undefined;
    const known = answer ?? missing;
    if (known !== undefined) answers[name] = known;
  }
  const today = asObject(asObject(documents['scenarios.json']).usual).today;
  const bounds = rules.flatMap(({ then }) => Object.entries(asObject(then.bound)));
  // A corrected answer may be the bound of another. The longest chain has as many links as there are bounds.
  for (const _round of bounds) {
    for (const [field, bound] of bounds) {
      const answer = answers[field];
      if (answer === undefined || !names.includes(field)) continue;
      const schema = wholeSchema(documents, folder, field);
      const next = boundAnswer(answer, bound, { facts: { values: answers, today }, kind: schema.format });
      if (next !== undefined && fits(schema, next)) answers[field] = next;
    }
  }
  return new Map(
    Object.entries(answers).filter(
      ([name, answer]) => !isSameJson(answer, exampleOf(documents, folder, name)),
    ),
  );
}

/**
 * Returns the nearest answer within a bound. Undefined if the answer is within the bound already, or if the
 * bound is unknown.
 */
function boundAnswer(
  answer: Json,
  bound: unknown,
  { facts, kind }: { readonly facts: Readonly<Record<string, unknown>>; readonly kind: unknown },
): Json | undefined {
  const { minimum, maximum, equals } = asObject(bound);
  const [low, high, same] = [minimum, maximum, equals].map((operand) => operandValue(operand, facts));
  if (isPlain(same)) return same === answer ? undefined : same;
  if (isPlain(low) && (compared(answer, low, kind) ?? 0) < 0) return low;
  if (isPlain(high) && (compared(answer, high, kind) ?? 0) > 0) return high;
  return undefined;
}

function isPlain(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function mayConcern(when: unknown, key: string): boolean {
  return when === undefined || !isOperation(when) || whereType(when, { key, hasField: () => true }) !== false;
}
