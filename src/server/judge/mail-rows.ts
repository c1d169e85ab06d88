import { type FieldPlan, type Form, formatText, type Json, type Plan, uploadField } from '#engine';
import type { MailRow } from '../store/mail-queue.ts';

/**
 * Every value of an enquiry with its label, in the form's order and the plan's language: choices by their label with the
 * value that was sent, lists and objects line by line.
 * `{label: 'Tax status', value: 'Tax paid (tax-paid)'}`
 */
export function mailRows(form: Form, plan: Plan): readonly MailRow[] {
  return plan.fields.flatMap((field) => {
    if (field.value === undefined || field.name === uploadField) return [];
    return [{ label: field.label, value: shownValue(form, plan, field, field.value) }];
  });
}

function shownValue(form: Form, { textLocale }: Plan, { options }: FieldPlan, value: Json): string {
  if (typeof value === 'boolean') return formatText(form, textLocale, value ? 'yes' : 'no');
  const chosen = options?.find((option) => option.value === value);
  if (chosen === undefined) return lines(value).join('\n');
  return chosen.label === String(value) ? chosen.label : `${chosen.label} (${value})`;
}

/** A nested value as a person reads it: `['name: Ann', 'age: 7']`. */
function lines(value: Json): readonly string[] {
  if (Array.isArray(value))
    return value.flatMap((item: Json) => lines(item).map((line, at) => `${at === 0 ? '- ' : '  '}${line}`));
  if (typeof value !== 'object' || value === null) return String(value ?? '').split('\n');
  return Object.entries(value).flatMap(([key, inner]) => {
    const inside = lines(inner);
    return inside.length === 1 ? [`${key}: ${inside[0]}`] : [`${key}:`, ...inside.map((line) => `  ${line}`)];
  });
}
