import { isCrossed } from '../../model/compare-values.ts';
import type { FieldPlan, FormType, Problem, UploadLimits } from '../../model/types.ts';
import type { DocumentLocator } from '../document-locator.ts';
import type { FindingInput } from '../finding.ts';
import { getExamples } from '../scenarios/index.ts';
import type { Visit } from '../situations/visit.ts';

/** A fault in one situation: a finding without its situation. */
export type Fault = Pick<FindingInput, 'file' | 'pointer' | 'code' | 'reason'>;

/**
 * Returns the reasons why the visitor of a situation cannot send, and the limits that no value can meet; none
 * if the form is not shown. A fault at the position of such a limit is left out.
 */
export function findFaults(visit: Visit, locator: DocumentLocator): readonly Fault[] {
  const { type } = visit.plan;
  if (type === undefined || !visit.plan.isSectionShown) return [];
  const limits = visit.plan.fields.flatMap((field) => findLimitFaults(field, type, locator));
  const faults = [...findHiddenFaults(visit, type, locator), ...findSendingFaults(visit, type, locator)];
  return removeDuplicateFaults([
    ...limits,
    ...faults.filter(({ pointer }) => !limits.some((limit) => limit.pointer === pointer)),
  ]);
}

/**
 * Returns a fault for each field that the schema requires and that is empty, although the visitor cannot see
 * it or cannot change it.
 */
function findHiddenFaults({ plan }: Visit, type: FormType, locator: DocumentLocator): readonly Fault[] {
  return plan.fields
    .filter((field) => field.definition.isRequired && !isAnswerable(field) && field.value === undefined)
    .map((field) => createHiddenFault(field, type, locator));
}

/** Returns true if the visitor can see the field and change it. */
function isAnswerable({ visibility, fixed }: FieldPlan): boolean {
  return visibility === 'shown' && fixed === undefined;
}

/**
 * Returns the reasons why the visitor's answers are refused; none if a refused answer is one that the
 * situation enters, or calculated from such, because the visitor can correct it. If the situation enters
 * nothing and the corrected answers are accepted, these are the reasons why the example is refused.
 */
function findSendingFaults(
  { plan, problems, exampleProblems, words }: Visit,
  type: FormType,
  locator: DocumentLocator,
): readonly Fault[] {
  const entered = words.entered ?? {};
  // A value that the situation enters and the schema refuses can be corrected by the visitor, who is
  // therefore not stuck.
  const isCorrectable = problems.some(({ field }) => {
    const name = field.split('/')[0] ?? field;
    const isOfEntered = Object.keys(entered).length > 0 && isFieldCalculated(plan, name);
    return name in entered || isOfEntered;
  });
  if (isCorrectable) return [];
  // If the example is refused, other answers may be accepted. But on a page that refuses the usual answers, a
  // visitor should see an example that is accepted, so this is reported as well.
  const isOfExample = Object.keys(entered).length === 0 && getExamples(type).length > 0;
  if (problems.length > 0 || !isOfExample)
    return problems.flatMap((problem) => explainProblem(problem, plan.fields, type, locator));
  return exampleProblems.map((problem) => {
    const field = findProblemField(problem, plan.fields);
    return {
      ...locator.schema(type, 'examples'),
      code: 'example-unfit',
      reason: `the example of "${type.key}" is refused where other answers are accepted: "${problem.field}" (${problem.code})${formatDecidingRules(field)}; add an example that can be sent there`,
    };
  });
}

/** Returns true if the plan has the field and a rule computes its value. */
function isFieldCalculated({ fields }: Visit['plan'], name: string): boolean {
  return fields.some((field) => field.name === name && field.definition.isCalculated);
}

/** Returns one fault for each code and position: the last one, at the position of the first. */
function removeDuplicateFaults(faults: readonly Fault[]): readonly Fault[] {
  return [
    ...new Map(faults.map((fault) => [`${fault.code} ${fault.file}#${fault.pointer}`, fault])).values(),
  ];
}

/**
 * Returns the one fault that a problem of a plan shows: a required field that is hidden, fixed or without
 * options, else that the example, or without one every tried answer, is refused.
 */
function explainProblem(
  problem: Problem,
  fields: readonly FieldPlan[],
  type: FormType,
  locator: DocumentLocator,
): readonly Fault[] {
  const field = findProblemField(problem, fields);
  if (field && problem.code === 'required' && !isAnswerable(field))
    return [createHiddenFault(field, type, locator)];
  if (field?.options?.length === 0 && problem.code === 'required')
    return [createEmptyChoiceFault(field, type, locator)];
  if (getExamples(type).length === 0)
    return [
      {
        ...locator.schema(type),
        code: 'no-way-to-send',
        reason: `no answers were found with which "${type.key}" can be sent: "${problem.field}" is refused (${problem.code})${formatDecidingRules(field)}; correct what refuses it, or give an example that can be sent`,
      },
    ];
  const deciding = listDecidingRules(field).at(-1);
  return [
    {
      ...(deciding === undefined ? locator.schema(type, 'examples') : locator.rule(deciding, 'then')),
      code: 'example-refused',
      reason: `the example of "${type.key}" cannot be sent: "${problem.field}" is refused (${problem.code})${formatDecidingRules(field)}; correct the example or what refuses it`,
    },
  ];
}

/** Returns the fault of a required field that is hidden, concealed or, if it is shown, fixed. */
function createHiddenFault(field: FieldPlan, type: FormType, locator: DocumentLocator): Fault {
  const { name, visibility, because } = field;
  if (visibility === 'shown') return createFixedFault(field, type, locator);
  const [hiding] = because.visibility;
  const how = visibility === 'hidden' ? 'hidden' : 'visually hidden';
  const who = hiding === undefined ? '' : ` by the rule "${hiding}"`;
  return {
    ...(hiding === undefined ? locator.schema(type, 'required') : locator.rule(hiding, 'then')),
    code: 'required-hidden',
    reason: `"${name}" is required for "${type.key}", but ${how}${who}, and nothing presets it; make it optional, preset it or show it`,
  };
}

/**
 * Returns the fault of a required field that is disabled or read-only. It is at the rule that fixes the
 * field, else at `required` of the schema.
 */
function createFixedFault(
  { name, fixed, because }: FieldPlan,
  type: FormType,
  locator: DocumentLocator,
): Fault {
  const [fixing] = because.fixed;
  const how = fixed === 'disabled' ? 'disabled' : 'read-only';
  const who = fixing === undefined ? '' : ` by the rule "${fixing}"`;
  return {
    ...(fixing === undefined ? locator.schema(type, 'required') : locator.rule(fixing, 'then')),
    code: 'required-fixed',
    reason: `"${name}" is required for "${type.key}", but ${how}${who}, and nothing presets it; make it optional, preset it or enable it`,
  };
}

/**
 * Returns the fault of a required field without options. It is at the rule that requires the field, else at
 * `required` of the schema.
 */
function createEmptyChoiceFault(
  { name, because }: FieldPlan,
  type: FormType,
  locator: DocumentLocator,
): Fault {
  const [requiring] = because.required;
  const who = requiring === undefined ? 'its schema' : `the rule "${requiring}"`;
  return {
    ...(requiring === undefined ? locator.schema(type, 'required') : locator.rule(requiring, 'then')),
    code: 'required-choice-empty',
    reason: `"${name}" is required for "${type.key}" by ${who}, but there is nothing to choose from; require or show it only where something is offered`,
  };
}

/**
 * Returns a fault for each limit of rules that no value of a field can meet, and for missing limits of
 * photos; none if the field is hidden.
 */
function findLimitFaults(
  { name, visibility, bounds, limits, because, definition: { widget, temporal } }: FieldPlan,
  type: FormType,
  locator: DocumentLocator,
): readonly Fault[] {
  if (visibility === 'hidden') return [];
  /**
   * Creates a fault at the effect of the last of the rules.
   * @param rules The ids of the rules with the limit.
   */
  const createLimitFault = (rules: readonly string[], effect: string, reason: string): Fault => ({
    ...locator.rule(rules.at(-1) ?? '', 'then', effect, name),
    code: 'limit-unmeetable',
    reason: `${reason} for "${name}" of "${type.key}" (${rules.map((id) => `"${id}"`).join(', ')}); correct one of them`,
  });
  const { minimum, maximum } = bounds ?? {};
  return [
    ...(isCrossed(minimum, maximum, temporal)
      ? [createLimitFault(because.bounds, 'bound', `the minimum ${minimum} is above the maximum ${maximum},`)]
      : []),
    ...(limits?.count === 0 ? [createLimitFault(because.limits, 'limit', 'no photo is accepted')] : []),
    ...(limits?.types?.length === 0
      ? [createLimitFault(because.limits, 'limit', 'the matching rules have no photo type in common')]
      : []),
    ...findMissingPhotoLimits(name, widget, limits, type, locator),
  ];
}

/** Returns a fault if a field for photos has no limit on their number, types, size or upload time. */
function findMissingPhotoLimits(
  name: string,
  widget: string,
  limits: UploadLimits = {},
  type: FormType,
  locator: DocumentLocator,
): readonly Fault[] {
  if (widget !== 'photos') return [];
  const missing = (['count', 'types', 'bytes', 'timeoutMs'] as const).filter(
    (limit) => limits[limit] === undefined,
  );
  return missing.length === 0
    ? []
    : [
        {
          ...locator.schema(type, 'properties', name),
          code: 'photos-without-limit',
          reason: `"${name}" of "${type.key}" accepts photos without a limit on ${missing.join(', ')}; add a rule with "limit"`,
        },
      ];
}

/**
 * Returns the end of a sentence, which names the rules that require or limit a field: ` because of "a", "b"`.
 * It is empty if there are none.
 */
function formatDecidingRules(field: FieldPlan | undefined): string {
  const rules = listDecidingRules(field);
  return rules.length === 0 ? '' : ` because of ${rules.map((id) => `"${id}"`).join(', ')}`;
}

/** Returns the ids of the rules that require a field or limit its values. */
function listDecidingRules(field: FieldPlan | undefined): readonly string[] {
  const { required = [], bounds = [], limits = [] } = field?.because ?? {};
  return [...new Set([...required, ...bounds, ...limits])];
}

/** Returns the field that a problem is in or inside of. Undefined if the plan does not have it. */
function findProblemField({ field }: Problem, fields: readonly FieldPlan[]): FieldPlan | undefined {
  const name = field.split('/')[0] ?? field;
  return fields.find((candidate) => candidate.name === name);
}
