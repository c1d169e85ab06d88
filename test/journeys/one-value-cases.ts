import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { readNumber } from '#engine';
import { type CorpusForm, createCorpusSite, getSharedPath } from '../corpus/corpus.ts';
import { enterWithoutScripts, selectEnterable } from '../corpus/enter-without-scripts.ts';
import { type Journey, journeysOn } from '../support/journey.ts';
import { readEnquiryMails } from '../support/mailbox.ts';
import { toFormEntries } from '../support/plain-form.ts';
import { postForm } from '../support/posts.ts';
import { interceptSends } from '../support/sends.ts';
import { awaitHydration } from '../support/visitor.ts';
import {
  createVisitorChoices,
  enterAnswers,
  enterAnything,
  type FormScreen,
  listShownTexts,
  readAnswers,
  readDraft,
  readScreen,
  toControlTexts,
  type VisitorChoices,
  visitorSteps,
} from './one-value.ts';

/** Declares a property of every form: screen, draft, request, store and mail contain the same value. */
export function describeOneValue(
  forms: readonly CorpusForm[],
  { stepsEach, seed }: { readonly stepsEach: number; readonly seed: number },
): void {
  const it = journeysOn(createCorpusSite(forms));
  const getType = ({ key }: CorpusForm) => forms.findIndex((one) => one.key === key) + 1;

  /** Opens the page of a form in a new tab, with the form chosen. */
  async function openForm(
    form: CorpusForm,
    { visitor: { context } }: Pick<Journey, 'visitor'>,
  ): Promise<Page> {
    const page = await context.newPage();
    await page.goto(getSharedPath(form.key));
    await awaitHydration(page);
    // A page with one type has no select.
    if (forms.length > 1)
      await page
        .getByTestId('contact-form')
        .locator('[name="enquiry_type"]')
        .selectOption(String(getType(form)));
    return page;
  }

  /** Runs generated steps. After each, screen and draft must be unchanged. */
  async function runSteps(begun: Page, choices: VisitorChoices): Promise<{ page: Page; screen: FormScreen }> {
    const screen = await readScreen(begun);
    const before = { texts: listShownTexts(screen), chosen: screen.chosen };
    expectDrafted(screen, await readDraft(begun), 'entering');
    const all = Object.entries(visitorSteps);
    const first = choices.next(all.length);
    let page = begun;
    for (let at = 0; at < stepsEach; at += 1) {
      const [name, step] = all[(first + at) % all.length] ?? all[0] ?? [];
      if (step === undefined) continue;
      page = await step(page, awaitHydration);
      await expect
        .poll(
          async () => {
            const now = await readScreen(page);
            return { texts: listShownTexts(now), chosen: now.chosen };
          },
          { message: `the screen after somebody ${name}` },
        )
        .toEqual(before);
      expectDrafted(screen, await readDraft(page), name ?? '');
    }
    return { page, screen };
  }

  /** Presses the button, and returns the request's variables. Undefined if the page refuses to send. */
  async function sendForm(page: Page): Promise<Readonly<Record<string, unknown>> | undefined> {
    const seen = await interceptSends({ page });
    const section = page.getByTestId('contact-form');
    await section.locator('button[type="submit"]').click();
    await page
      .getByText('It has arrived')
      .or(section.locator('.sw-error, .sw-summary, .sw-alert'))
      .first()
      .waitFor();
    return seen.at(-1)?.variables;
  }

  async function readStored(form: CorpusForm, { server }: Pick<Journey, 'server'>) {
    const records = (await server.mailsDone()).filter(({ enquiryType }) => enquiryType === getType(form));
    const record = records.at(-1);
    if (record === undefined) throw new Error(`Nothing of "${form.key}" is stored`);
    const { enquiry_type: _type, ...values } = record.values;
    return { values, id: record.id, count: records.length };
  }

  async function expectSent(
    form: CorpusForm,
    sent: Readonly<Record<string, unknown>>,
    screen: FormScreen,
    journey: Pick<Journey, 'server'>,
  ) {
    const { values, id } = await readStored(form, journey);
    const shown = listShownTexts(screen);
    // A calculated value has no control.
    const drawn = (all: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(Object.entries(all).filter(([name]) => isDrawn(name, screen)));
    expect({ at: 'the wire', texts: toControlTexts(drawn(sent), screen) }).toEqual({
      at: 'the wire',
      texts: shown,
    });
    expect({ at: 'the store', texts: toControlTexts(drawn(values), screen) }).toEqual({
      at: 'the store',
      texts: shown,
    });
    const [mail] = await readEnquiryMails(journey.server, id);
    const text = normalizeText(mail?.text ?? '');
    expect(
      screen.words.filter(
        (word) =>
          ![normalizeText(word), String(readNumber(word, 'en')), mailWords[word]].some(
            (written) => written !== undefined && text.includes(written),
          ),
      ),
    ).toEqual([]);
  }

  /** Posts the shown values from a page without scripts. Undefined if such a page cannot represent them. */
  async function postWithoutScripts(
    form: CorpusForm,
    screen: FormScreen,
    { server }: Pick<Journey, 'server'>,
  ) {
    const chooses = Object.fromEntries(
      screen.chosen.map(([id, branch]) => [
        id
          .replace(/^contact-form-/, '')
          .replace(/__(?:any|one)of_select$/, '')
          .replaceAll('-', '/'),
        Number(branch),
      ]),
    );
    const answers = { ...readAnswers(screen), enquiry_type: String(getType(form)) };
    const controls = await enterWithoutScripts(server.url, getSharedPath(form.key), { answers, chooses });
    return controls && postForm(server.url, getSharedPath(form.key), toFormEntries(controls));
  }

  describe('what a visitor enters is one value on the screen, in the draft, on the wire, in the store and in the mail', () => {
    it.for(forms)(
      'whatever it is, and whether or not it can be sent: $key',
      async (form, { visitor, server }) => {
        const journey = { visitor, server };
        const choices = createVisitorChoices(seed);
        const begun = await openForm(form, journey);
        await enterAnything(begun, choices);
        const { page, screen } = await runSteps(begun, choices);
        const sent = await sendForm(page);
        const shown = `${page.url()} shows: ${await page.locator('main').textContent()}`;
        if (sent !== undefined) await expectSent(form, sent, screen, journey);
        else expect(listShownTexts(await readScreen(page))).toEqual(listShownTexts(screen));
        if (form.needsScripts || screen.chosen.some(([id]) => id.endsWith('--name'))) return;
        const before = sent && (await readStored(form, journey));
        const posted = await postWithoutScripts(form, screen, journey);
        // Without scripts a searchable choice is a select, which has no other values, and some lists cannot
        // be made as long.
        if (posted === undefined) return;
        expect(posted.status, shown).toBe(sent === undefined ? 422 : 303);
        if (before)
          expect(toControlTexts((await readStored(form, journey)).values, screen)).toEqual(
            toControlTexts(before.values, screen),
          );
      },
    );

    const enterableForms = forms.filter(({ key }) => !(key in excludedForms));
    it.for(enterableForms)('where it is what its schema takes: $key', async (form, { visitor, server }) => {
      const journey = { visitor, server };
      const choices = createVisitorChoices(seed);
      for (const answered of form.valid) {
        const begun = await openForm(form, journey);
        await enterAnswers(begun, { ...answered, answers: selectEnterable(answered) });
        const { page, screen } = await runSteps(begun, choices);
        const sent = await sendForm(page);
        expect({ answered, isSent: sent !== undefined }).toEqual({ answered, isSent: true });
        if (sent !== undefined) await expectSent(form, sent, screen, journey);
        const { values } = await readStored(form, journey);
        expect(toControlTexts(values, screen)).toEqual(
          toControlTexts(answered.stored ?? answered.answers, screen),
        );
      }
    });
  });
}

/** Forms with answers of the corpus that a page loses at a reload, or has no control for. */
const excludedForms: Readonly<Record<string, string>> = {
  'simple-registration': 'a password is kept in no draft',
  'times-with-limits': 'its moments name a zone of their own',
};

/** Labels in mails of choices that a page identifies by their values. */
const mailWords: Readonly<Record<string, string>> = { true: 'Yes', false: 'No' };

/**
 * Expects that every text of a draft with a control is shown, and that every shown value was entered or is
 * initial data.
 */
function expectDrafted(screen: FormScreen, draft: Readonly<Record<string, unknown>>, after: string): void {
  const isFixed = (text: string) => screen.fixed.some((name) => text.startsWith(`${name} =`));
  const shown = listShownTexts(screen);
  const drafted = toControlTexts(draft, screen).filter(
    (text) => screen.kinds[text.split(' = ')[0] ?? ''] !== undefined,
  );
  expect({ after, notShown: drafted.filter((text) => !isFixed(text) && !shown.includes(text)) }).toEqual({
    after,
    notShown: [],
  });
}

/** True if the screen has a control of a field. */
function isDrawn(field: string, { kinds }: FormScreen): boolean {
  return Object.keys(kinds).some((name) => name === field || name.startsWith(`${field}[`));
}

function normalizeText(text: string): string {
  // A mail isolates texts of another direction itself.
  return text
    .replaceAll(/[\u2066-\u2069]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
