import { officeField, uploadField } from './names.ts';
import type { FieldDefinition, FormType, WidgetName } from './types.ts';

/**
 * Whether a form of a type can be sent by scripts alone: an ordinary HTML form posts flat fields that are always there, and
 * nothing else (docs/decisions.md, "A form is also an ordinary HTML form").
 */
export function needsScripts({ fields }: FormType): boolean {
  return fields.some((field) => scriptsNeed(field) !== undefined);
}

/** Why a field needs scripts: it comes and goes with other answers, holds an object or a list, or means a moment of the visitor's own clock. */
export type ScriptsNeed = 'conditional' | 'nested' | 'clock';

/** Why a field needs scripts; undefined where it needs none. */
export function scriptsNeed({ name, kind, widget, isConditional }: FieldDefinition): ScriptsNeed | undefined {
  if (isConditional) return 'conditional';
  if (kind === 'json' && name !== uploadField && name !== officeField) return 'nested';
  return clockWidgets.includes(widget) ? 'clock' : undefined;
}

/** Their values carry an offset from UTC, which no HTML control tells. */
const clockWidgets: readonly WidgetName[] = ['date-time', 'time'];
