import { describe, expect, it } from 'vitest';
import { effectNames } from '#engine/model/effects.ts';
import type { ContentView } from '../../api/studio.ts';
import { getEffectGroupKey, isOfferedEffect, isOfferedList, showsOffices } from './offices.ts';

const none: Pick<ContentView, 'offices'> = { offices: [] };
const some = { offices: [{ id: '1', name: 'Falmouth' }] };

describe('the studio of content without offices', () => {
  it('offers no effect on offices', () => {
    const omitted = (content: typeof none) => effectNames.filter((name) => !isOfferedEffect(name, content));
    expect([showsOffices(none), omitted(none)]).toEqual([false, ['eligible', 'offer']]);
    expect([showsOffices(some), omitted(some)]).toEqual([true, []]);
  });

  it('names the group of effects on recipients by them', () => {
    expect([getEffectGroupKey('recipients', none), getEffectGroupKey('recipients', some)]).toEqual([
      'rules.recipients',
      'rules.offices',
    ]);
    expect(getEffectGroupKey('fields', none)).toBe('rules.fields');
  });

  it('offers the lists of the yard only if a form has them', () => {
    const documents = { 'forms/event/ui.json': { interested_in: { 'ui:optionSet': 'futureEvents' } } };
    const offered = (content: typeof none) =>
      ['yachtModels', 'futureEvents', 'courses'].filter((name) =>
        isOfferedList(name, { content, documents }),
      );
    expect(offered(none)).toEqual(['futureEvents', 'courses']);
    expect(offered(some)).toEqual(['yachtModels', 'futureEvents', 'courses']);
  });
});
