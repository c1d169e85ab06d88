import type { Form } from '../../types.ts';

/** Effects that bring a field something that its schema does not say. */
export type RuledEffect = 'require' | 'options' | 'limit';

/** Names of the fields that rules give something, by the effect; made once a form, because there may be many of both. */
export function ruledFields(form: Form): Readonly<Record<RuledEffect, ReadonlySet<string>>> {
  let ruled = known.get(form);
  if (ruled === undefined) {
    const effects = form.rules.map(({ then }) => then);
    const named = (effect: 'options' | 'limit') =>
      new Set(effects.flatMap((then) => Object.keys(then[effect] ?? {})));
    ruled = {
      require: new Set(effects.flatMap((then) => then.require ?? [])),
      options: named('options'),
      limit: named('limit'),
    };
    known.set(form, ruled);
  }
  return ruled;
}

const known = new WeakMap<Form, Readonly<Record<RuledEffect, ReadonlySet<string>>>>();
