import { dereference } from '../../json-schema/references.ts';
import { propertyOf } from '../../json-schema/walk.ts';
import { normaliseValue } from '../../resolve/normalise-value.ts';
import type { Form } from '../../types.ts';
import { type Finding, finding } from '../finding.ts';
import type { Places } from '../places.ts';
import { checkOf } from '../witness/samples.ts';

/**
 * Finds presets that the schema of the field refuses: a visitor who does not change the field could not send.
 */
export function lintPresets(form: Form, places: Places): readonly Finding[] {
  return form.rules.flatMap(({ id, then }) =>
    Object.entries(then.preset ?? {}).flatMap(([name, preset]) => {
      if (typeof preset === 'object') return [];
      const refusing = form.types.find(({ schema, fields }) => {
        const field = fields.find((each) => each.name === name && each.optionSet === undefined);
        const property = dereference(propertyOf(schema, name), schema);
        return field !== undefined && !checkOf(property, schema)(normaliseValue(field, preset));
      });
      if (refusing === undefined) return [];
      const reason = `the rule "${id}" presets "${name}" with ${JSON.stringify(preset)}, which the schema of "${refusing.key}" refuses; correct one of them`;
      return [finding({ ...places.rule(id, 'then', 'preset', name), code: 'preset-refused', reason })];
    }),
  );
}
