import type { Form } from '../../types.ts';

/** An effect that gives a field something that its schema does not contain. */
export type RuledEffect = 'require' | 'options' | 'limit';

/**
 * Returns the names of the fields that rules give something, by effect. The result is cached per form,
 * because there may be many fields and rules.
 */
export function getRuledFields(form: Form): Readonly<Record<RuledEffect, ReadonlySet<string>>> {
  let ruled = ruledFieldsByForm.get(form);
  if (ruled === undefined) {
    const effects = form.rules.map(({ then }) => then);
    const named = (effect: 'options' | 'limit') =>
      new Set(effects.flatMap((then) => Object.keys(then[effect] ?? {})));
    ruled = {
      require: new Set(effects.flatMap((then) => then.require ?? [])),
      options: named('options'),
      limit: named('limit'),
    };
    ruledFieldsByForm.set(form, ruled);
  }
  return ruled;
}

const ruledFieldsByForm = new WeakMap<Form, Readonly<Record<RuledEffect, ReadonlySet<string>>>>();
