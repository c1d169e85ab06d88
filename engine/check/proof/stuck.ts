import { isCrossed } from '../../conditions/compare.ts';
import { examplesOf } from '../../scenarios/index.ts';
import type { FieldPlan, FormType, Problem, UploadLimits } from '../../types.ts';
import type { Found } from '../finding.ts';
import type { Places } from '../places.ts';
import type { Visit } from '../situations/visits.ts';

/** A fault in one situation: a finding without its situation. */
export type Fault = Pick<Found, 'file' | 'pointer' | 'code' | 'reason'>;

/** Returns the reasons why the visitor of a situation cannot send, and limits that no value can meet. */
export function faultsOf(visit: Visit, places: Places): readonly Fault[] {
  const { type } = visit.plan;
  if (type === undefined || !visit.plan.isSectionShown) return [];
  const limits = visit.plan.fields.flatMap((field) => limitFaults(field, type, places));
  const faults = [...hiddenFaults(visit, type, places), ...stuckFaults(visit, type, places)];
  return distinct([
    ...limits,
    ...faults.filter(({ pointer }) => !limits.some((limit) => limit.pointer === pointer)),
  ]);
}

/**
 * Finds fields that the schema requires and that are empty, although the visitor cannot see or cannot change
 * them. No other answer can help.
 */
function hiddenFaults({ plan }: Visit, type: FormType, places: Places): readonly Fault[] {
  return plan.fields
    .filter((field) => field.definition.isRequired && !isAnswerable(field) && field.value === undefined)
    .map((field) => hiddenFault(field, type, places));
}

function isAnswerable({ visibility, fixed }: FieldPlan): boolean {
  return visibility === 'shown' && fixed === undefined;
}

function stuckFaults(
  { plan, problems, exampleProblems, words }: Visit,
  type: FormType,
  places: Places,
): readonly Fault[] {
  const entered = words.entered ?? {};
  // A value that the situation enters and the schema refuses can be corrected by the visitor, who is
  // therefore not stuck.
  const isMendable = problems.some(({ field }) => {
    const name = field.split('/')[0] ?? field;
    const isOfEntered = Object.keys(entered).length > 0 && isCalculated(plan, name);
    return name in entered || isOfEntered;
  });
  if (isMendable) return [];
  // If the example is refused, other answers may be accepted. But on a page that refuses the usual answers, a
  // visitor should see an example that is accepted, so this is reported as well.
  const isOfExample = Object.keys(entered).length === 0 && examplesOf(type).length > 0;
  const told = problems.length === 0 && isOfExample ? exampleProblems : problems;
  return told.flatMap((problem) => stuckBy(problem, plan.fields, type, places));
}

function isCalculated({ fields }: Visit['plan'], name: string): boolean {
  return fields.some((field) => field.name === name && field.definition.isCalculated);
}

function distinct(faults: readonly Fault[]): readonly Fault[] {
  return [
    ...new Map(faults.map((fault) => [`${fault.code} ${fault.file}#${fault.pointer}`, fault])).values(),
  ];
}

function stuckBy(
  problem: Problem,
  fields: readonly FieldPlan[],
  type: FormType,
  places: Places,
): readonly Fault[] {
  const name = problem.field.split('/')[0] ?? problem.field;
  const field = fields.find((candidate) => candidate.name === name);
  if (field && problem.code === 'required' && !isAnswerable(field)) return [hiddenFault(field, type, places)];
  if (field?.options?.length === 0 && problem.code === 'required') return [emptyFault(field, type, places)];
  if (examplesOf(type).length === 0)
    return [
      {
        ...places.schema(type),
        code: 'no-way-to-send',
        reason: `no answers were found with which "${type.key}" can be sent: "${problem.field}" is refused (${problem.code})${by(field)}; correct what refuses it, or give an example that can be sent`,
      },
    ];
  return [
    {
      ...places.schema(type, 'examples'),
      code: 'example-refused',
      reason: `the example of "${type.key}" cannot be sent: "${problem.field}" is refused (${problem.code})${by(field)}; mend the example or what refuses it`,
    },
  ];
}

function hiddenFault(field: FieldPlan, type: FormType, places: Places): Fault {
  const { name, visibility, because } = field;
  if (visibility === 'shown') return fixedFault(field, type, places);
  const [hiding] = because.visibility;
  const how = visibility === 'hidden' ? 'hidden' : 'visually hidden';
  const who = hiding === undefined ? '' : ` by the rule "${hiding}"`;
  return {
    ...(hiding === undefined ? places.schema(type, 'required') : places.rule(hiding, 'then')),
    code: 'required-hidden',
    reason: `"${name}" is required for "${type.key}", but ${how}${who}, and nothing presets it; make it optional, preset it or show it`,
  };
}

function fixedFault({ name, fixed, because }: FieldPlan, type: FormType, places: Places): Fault {
  const [fixing] = because.fixed;
  const how = fixed === 'disabled' ? 'disabled' : 'read-only';
  const who = fixing === undefined ? '' : ` by the rule "${fixing}"`;
  return {
    ...(fixing === undefined ? places.schema(type, 'required') : places.rule(fixing, 'then')),
    code: 'required-fixed',
    reason: `"${name}" is required for "${type.key}", but ${how}${who}, and nothing presets it; make it optional, preset it or let it be answered`,
  };
}

function emptyFault({ name, because }: FieldPlan, type: FormType, places: Places): Fault {
  const [requiring] = because.required;
  const who = requiring === undefined ? 'its schema' : `the rule "${requiring}"`;
  return {
    ...(requiring === undefined ? places.schema(type, 'required') : places.rule(requiring, 'then')),
    code: 'required-choice-empty',
    reason: `"${name}" is required for "${type.key}" by ${who}, but there is nothing to choose from; require or show it only where something is offered`,
  };
}

function limitFaults(
  { name, visibility, bounds, limits, because, definition: { widget, temporal } }: FieldPlan,
  type: FormType,
  places: Places,
): readonly Fault[] {
  if (visibility === 'hidden') return [];
  const fault = (rules: readonly string[], effect: string, reason: string): Fault => ({
    ...places.rule(rules.at(-1) ?? '', 'then', effect, name),
    code: 'limit-unmeetable',
    reason: `${reason} for "${name}" of "${type.key}" (${rules.map((id) => `"${id}"`).join(', ')}); correct one of them`,
  });
  const { minimum, maximum } = bounds ?? {};
  return [
    ...(isCrossed(minimum, maximum, temporal)
      ? [fault(because.bounds, 'bound', `the minimum ${minimum} is above the maximum ${maximum},`)]
      : []),
    ...(limits?.count === 0 ? [fault(because.limits, 'limit', 'no photo fits')] : []),
    ...(limits?.types?.length === 0
      ? [fault(because.limits, 'limit', 'the rules that hold have no photo type in common')]
      : []),
    ...unlimitedPhotos(name, widget, limits, type, places),
  ];
}

function unlimitedPhotos(
  name: string,
  widget: string,
  limits: UploadLimits = {},
  type: FormType,
  places: Places,
): readonly Fault[] {
  if (widget !== 'photos') return [];
  const missing = (['count', 'types', 'bytes', 'timeoutMs'] as const).filter(
    (limit) => limits[limit] === undefined,
  );
  return missing.length === 0
    ? []
    : [
        {
          ...places.schema(type, 'properties', name),
          code: 'photos-without-limit',
          reason: `"${name}" of "${type.key}" takes photos without a limit of their ${missing.join(', ')}; add a rule with "limit"`,
        },
      ];
}

function by(field: FieldPlan | undefined): string {
  const { required = [], bounds = [], limits = [] } = field?.because ?? {};
  const rules = [...new Set([...required, ...bounds, ...limits])];
  return rules.length === 0 ? '' : ` where ${rules.map((id) => `"${id}"`).join(', ')} decides`;
}
