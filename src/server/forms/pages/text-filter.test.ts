import { describe, expect, it } from 'vitest';
import { compileTestForm } from '../../../../test/support/forms.ts';
import { createTextFilter } from './text-filter.ts';

/** Returns the keys about the choice "Other" that a page with a select may show. */
function listOtherKeys(select: object): readonly string[] {
  const form = compileTestForm({
    'forms/contact/schema.json': {
      type: 'object',
      properties: { port: { type: 'string', title: 'Port', examples: ['Fowey'] } },
    },
    'forms/contact/ui.json': { port: select },
  });
  const types = form.types.filter(({ key }) => key === 'contact');
  expect(types).toHaveLength(1);
  const mayShow = createTextFilter({ form, types, inSteps: false });
  return ['other-choice', 'other-text', 'other-text-follows'].filter(mayShow);
}

describe('createTextFilter', () => {
  it('leaves out the texts of "Other" where no field offers it', () => {
    expect(listOtherKeys({ 'ui:widget': 'text' })).toEqual([]);
    expect(listOtherKeys({ 'ui:widget': 'radio', 'ui:other': true })).toHaveLength(3);
  });

  it('leaves out the text about photos of an enquiry that is sent later where no field takes any', () => {
    const form = compileTestForm();
    const isShown = (key: string, inTypes: readonly string[]) =>
      createTextFilter({
        form,
        types: form.types.filter((type) => inTypes.includes(type.key)),
        inSteps: false,
      })(key);
    expect(isShown('send-later.photos-left-out', ['general'])).toBe(false);
    expect(isShown('send-later.photos-left-out', ['service'])).toBe(true);
    expect(isShown('send-later.keep', ['general'])).toBe(true);
  });
});
