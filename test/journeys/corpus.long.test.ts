import { describe } from 'vitest';
import { postNames } from '#engine';
import { reservedNames } from '#engine/model/names.ts';
import { createCorpusSite, getCorpusPath, listDrawnForms } from '../corpus/corpus.ts';
import { journeysOn } from '../support/journey.ts';

const all = listDrawnForms();
const it = journeysOn(createCorpusSite(all));

const ownNames: readonly string[] = [...reservedNames, ...Object.values(postNames)];

describe('the forms of the corpus, in a browser', () => {
  it('are drawn with the controls that their schemas have, without a complaint', async ({
    visitor,
    expect,
  }) => {
    for (const { key, drawn, drawnLater = [], needsScripts } of all) {
      await visitor.visits(getCorpusPath(key));
      const names = () =>
        visitor.page.getByTestId('contact-form').evaluate((section, own: readonly string[]) => {
          const controls = section.querySelectorAll<HTMLInputElement>('input, select, textarea');
          const found = [...controls].filter(({ type }) => type !== 'submit').map(({ name }) => name);
          const shown = found.filter((name) => name !== '' && !own.includes(name));
          return [...new Set(shown.filter((name) => !/^branch |__/.test(name)))].sort();
        }, ownNames);
      if (needsScripts) await expect.poll(names, { message: key }).not.toEqual([]);
      else await expect.poll(names, { message: key }).toEqual([...drawn, ...drawnLater].sort());
    }
  });
});
