import type { FactValues } from '../conditions/condition.ts';
import { blockPartNames } from '../model/blocks.ts';
import type { BlockPlan, Form, FormType } from '../model/types.ts';
import { findText, listTextKeys } from '../texts/texts.ts';
import { decideVisibility } from './fields.ts';
import { indexRules } from './rule-index.ts';

/**
 * Returns all blocks of a type in their order, with their visibility, the rules that decided it, and their
 * texts by part. A concealed block counts as shown, and a part without a text is undefined. Rules do not read
 * blocks, so they are resolved after all fields.
 */
export function resolveBlocks({
  form,
  type,
  textLocale,
  facts,
}: {
  readonly form: Form;
  readonly type: FormType;
  readonly textLocale: string;
  readonly facts: FactValues;
}): readonly BlockPlan[] {
  return (type.blocks ?? []).map((definition) => {
    const { name } = definition;
    const { visibility, because } = decideVisibility(indexRules(form).getFieldRules(name), facts);
    const texts = blockPartNames.map((part) => [
      part,
      findText(form, textLocale, listTextKeys(type.key, `blocks.${name}.${part}`)),
    ]);
    return {
      name,
      definition,
      visibility: visibility === 'hidden' ? 'hidden' : 'shown',
      texts: Object.fromEntries(texts),
      because,
    };
  });
}
