import { describe } from 'vitest';
import { getCorpusPath } from '../corpus/corpus.ts';
import { readEnquiryMails } from '../support/mailbox.ts';
import { interceptSends } from '../support/sends.ts';
import type { Visitor } from '../support/visitor.ts';
import { it, readDraftValues } from './draft-forms.ts';

const names = ({ page }: Visitor) => page.getByLabel('Name of the entry');
const values = ({ page }: Visitor) => page.locator('[name^="timbers["]');

/** Adds an entry, with the name that a visitor gives it. */
async function adds(visitor: Visitor, name: string, value: string): Promise<void> {
  await visitor.page.getByRole('button', { name: /^Add/ }).click();
  await names(visitor).last().fill(name);
  await values(visitor).last().fill(value);
}

/** Returns the names of entries, each with its messages. */
const description = (visitor: Visitor) =>
  names(visitor).evaluateAll((inputs) =>
    (inputs as HTMLInputElement[]).map(({ value, ariaInvalid, nextElementSibling }) => [
      value,
      ariaInvalid === null ? '' : (nextElementSibling?.textContent ?? ''),
    ]),
  );

describe('an entry that a visitor names', () => {
  it('is said to need a name, and is not sent without', async ({ visitor, expect }) => {
    await visitor.visits(getCorpusPath('timbers'));
    const sends = await interceptSends(visitor);
    await adds(visitor, '', 'hard');
    await adds(visitor, '\u200B ', 'soft');
    await visitor.sends();
    const message = 'Give this entry a name';
    const wanted = [
      ['', message],
      ['', message],
    ];
    await expect.poll(() => description(visitor)).toEqual(wanted);
    await expect
      .poll(() =>
        names(visitor)
          .first()
          .evaluate((input) => input.matches(':focus')),
      )
      .toBe(true);
    await names(visitor).first().fill('teak');
    await names(visitor).last().fill('balsa');
    await visitor.sends();
    await visitor.sees('It has arrived');
    expect(sends.map(({ variables }) => variables.timbers)).toEqual([{ teak: 'hard', balsa: 'soft' }]);
  });

  it('is said to have the name of another, stays so over a reload, and is sent once either has another name', async ({
    visitor,
    expect,
  }) => {
    await visitor.visits(getCorpusPath('timbers'));
    await adds(visitor, 'teak', 'hard');
    await adds(visitor, 'oak', 'firm');
    await names(visitor).last().fill('teak');
    await visitor.sends();
    const message = 'There is another entry called “teak”: give this one another name';
    const wanted = [
      ['teak', ''],
      ['teak', message],
    ];
    await expect.poll(() => description(visitor)).toEqual(wanted);
    await visitor.reloads();
    await expect
      .poll(async () => (await description(visitor)).map(([name]) => name))
      .toEqual(['teak', 'teak']);
    const sends = await interceptSends(visitor);
    await visitor.sends();
    await expect.poll(() => description(visitor)).toEqual(wanted);
    await names(visitor).first().fill('elm');
    await visitor.sends();
    await visitor.sees('It has arrived');
    expect(sends.map(({ variables }) => variables.timbers)).toEqual([{ elm: 'hard', teak: 'firm' }]);
  });

  it('is asked for another name where it is called as no property of JSON can be', async ({
    visitor,
    expect,
  }) => {
    await visitor.visits(getCorpusPath('timbers'));
    await adds(visitor, '__proto__', 'hard');
    await visitor.reloads();
    await expect.poll(() => description(visitor)).toEqual([['__proto__', '']]);
    await visitor.sends();
    await expect
      .poll(() => description(visitor))
      .toEqual([['__proto__', 'Give this entry another name: __proto__']]);
  });

  it('is asked for its value where it has a name and none, and is nothing without either', async ({
    visitor,
    expect,
  }) => {
    await visitor.visits(getCorpusPath('timbers'));
    const sends = await interceptSends(visitor);
    await adds(visitor, 'teak', '');
    await adds(visitor, 'oak', 'firm');
    await adds(visitor, '', '');
    await visitor.sends();
    await visitor.sees('Fill in: teak');
    await expect.poll(() => visitor.focus()).toBe('timbers[teak]');
    await values(visitor).first().fill('hard');
    await visitor.sends();
    await visitor.sees('It has arrived');
    expect(sends.map(({ variables }) => variables.timbers)).toEqual([{ teak: 'hard', oak: 'firm' }]);
  });

  it('begins without a value, whatever it takes', async ({ visitor, expect }) => {
    await visitor.visits(getCorpusPath('sizes'));
    for (const add of await visitor.page.getByRole('button', { name: /^Add/ }).all()) await add.click();
    const begun = visitor.page.locator('input[type=text][name^="sizes["]');
    await expect.poll(() => begun.count()).toBe(2);
    expect(
      await begun.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value)),
    ).toEqual(['', '']);
  });

  it('may have a name that every object inherits, in the draft, on the wire, in the store and in the mail', async ({
    visitor,
    server,
    expect,
  }) => {
    await visitor.visits(getCorpusPath('timbers'));
    const inherited = ['constructor', 'toString', 'hasOwnProperty', 'valueOf'];
    for (const name of inherited) await adds(visitor, name, `value of ${name}`);
    const wanted = inherited.map((name) => [name, `value of ${name}`]);
    await names(visitor).first().focus();
    await visitor.reloads();
    const shown = async () =>
      (await names(visitor).all()).length === 4
        ? Promise.all(
            inherited.map(async (_name, at) => [
              await names(visitor).nth(at).inputValue(),
              await values(visitor).nth(at).inputValue(),
            ]),
          )
        : [];
    await expect.poll(shown).toEqual(wanted);
    expect(Object.entries((await readDraftValues(visitor)).timbers)).toEqual(wanted);
    const sends = await interceptSends(visitor);
    await visitor.sends();
    await visitor.sees('It has arrived');
    expect(Object.entries(sends[0]?.variables.timbers ?? {})).toEqual(wanted);
    const record = (await server.mailsDone()).at(-1);
    expect(Object.entries(record?.values.timbers ?? {})).toEqual(wanted);
    const [mail] = await readEnquiryMails(server, record?.id ?? '');
    for (const [name, value] of wanted) expect(mail?.text).toContain(`${name}: ${value}`);
  });
});
