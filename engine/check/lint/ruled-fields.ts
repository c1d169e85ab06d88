import { memoizeByObject } from '../../model/memoize.ts';
import type { Form } from '../../model/types.ts';

/** An effect that gives a field something that its schema does not contain. */
export type RuledEffect = 'require' | 'options' | 'limit';

/**
 * Returns for each of these effects the names of the fields that some rule applies it to. The result is
 * cached per form, because there may be many fields and rules.
 */
export const getRuledFields = memoizeByObject(
  (form: Form): Readonly<Record<RuledEffect, ReadonlySet<string>>> => {
    const effects = form.rules.map(({ then }) => then);
    /** Returns the names of the fields that an effect with field names as keys is applied to. */
    const listFieldsWithEffect = (effect: 'options' | 'limit') =>
      new Set(effects.flatMap((then) => Object.keys(then[effect] ?? {})));
    return {
      require: new Set(effects.flatMap((then) => then.require ?? [])),
      options: listFieldsWithEffect('options'),
      limit: listFieldsWithEffect('limit'),
    };
  },
);
