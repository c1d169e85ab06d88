import { memoizeByObject } from '../../model/memoize.ts';
import type { Form } from '../../model/types.ts';

/** An effect that gives a field something that its schema does not contain, or removes choices of the schema. */
type RuledEffect = 'require' | 'options' | 'filter';

/**
 * Returns for each of these effects the names of the fields that some rule applies it to. The result is
 * cached per form, because there may be many fields and rules.
 */
export const getRuledFields = memoizeByObject(
  (form: Form): Readonly<Record<RuledEffect, ReadonlySet<string>>> => {
    const effects = form.rules.map(({ then }) => then);
    return {
      require: new Set(effects.flatMap((then) => then.require ?? [])),
      options: new Set(effects.flatMap((then) => Object.keys(then.options ?? {}))),
      filter: new Set(effects.flatMap((then) => Object.keys(then.filter ?? {}))),
    };
  },
);
