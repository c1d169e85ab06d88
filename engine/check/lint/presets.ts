import { dereference } from '../../json-schema/references.ts';
import { getPropertySchema } from '../../json-schema/walk.ts';
import type { Form } from '../../model/types.ts';
import { normaliseValue } from '../../resolve/normalise-value.ts';
import type { DocumentLocator } from '../document-locator.ts';
import { createSchemaTest } from '../examples/samples.ts';
import { createFinding, type Finding } from '../finding.ts';

/**
 * Returns a finding for each preset with a constant that the schema of the field refuses in some type: a
 * visitor who does not change the field could not send. The finding names the first such type. Fields with an
 * option set, and presets that are not constants, are not checked.
 */
export function lintPresets(form: Form, locator: DocumentLocator): readonly Finding[] {
  return form.rules.flatMap(({ id, then }) =>
    Object.entries(then.preset ?? {}).flatMap(([name, preset]) => {
      if (typeof preset === 'object') return [];
      const refusing = form.types.find(({ schema, fields }) => {
        const field = fields.find((each) => each.name === name && each.optionSet === undefined);
        const property = dereference(getPropertySchema(schema, name), schema);
        return field !== undefined && !createSchemaTest(property, schema)(normaliseValue(field, preset));
      });
      if (refusing === undefined) return [];
      const reason = `the rule "${id}" presets "${name}" with ${JSON.stringify(preset)}, which the schema of "${refusing.key}" refuses; correct one of them`;
      return [createFinding({ ...locator.rule(id, 'then', 'preset', name), code: 'preset-refused', reason })];
    }),
  );
}
