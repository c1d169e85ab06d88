import { describe, expect, it } from 'vitest';
import { compileTestForm } from '../../../test/support/forms.ts';
import { listFactChoices } from '../builder/index.ts';
import { createSentenceRenderer } from './index.ts';

describe('the names of a long list', () => {
  it('are found without reading the list for each of its items', () => {
    const count = 300;
    let readCount = 0;
    const offices = Array.from({ length: count }, (_, at) => ({
      get id() {
        readCount += 1;
        return at;
      },
      name: `Office ${at}`,
    }));
    const renderer = createSentenceRenderer({ form: compileTestForm(), content: { offices }, locale: 'en' });
    const facts = listFactChoices(renderer, { of: 'when', then: [{ hide: ['phone'] }] });
    const choices = facts.flatMap(({ values = [] }) => values.filter(({ label }) => label === 'Office 299'));
    expect(choices.length).toBeGreaterThan(1);
    // Each fact lists every office once.
    expect(readCount).toBeLessThan(count * 10);
  });

  it('are those of the first item with an id', () => {
    const offices = [
      { id: 7, name: 'First' },
      { id: '7', name: 'Second' },
    ];
    const renderer = createSentenceRenderer({ form: compileTestForm(), content: { offices }, locale: 'en' });
    expect(renderer.names.item(7).label).toBe('First');
  });
});
