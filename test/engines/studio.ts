import { describe } from 'vitest';
import type { PreviewLinkRequest, PreviewLinkView } from '../../src/api/review.ts';
import { sendEnquiry } from '../support/inbox.ts';
import { studioPassword } from '../support/studio-password.ts';
import { createStudioSession, signInTo } from '../support/studio-session.ts';
import { it } from './engine-journey.ts';
import type { EngineVisitor } from './visitor.ts';

describe('the studio', () => {
  it('changes a label, which the preview shows; it is undone, also after a reload', async ({
    newVisitor,
    editing,
    expect,
  }) => {
    const visitor = await newVisitor(undefined, editing);
    const { tab } = visitor;
    await signsIn(visitor, '/studio/forms/service');
    expect(await visitor.violations()).toEqual([]);
    await visitor.awaits('a field "Phone number"', markElement, 'main li button', 'Phone number');
    await tab.click('[data-marked]');
    await visitor.awaits('its label', markProperty, 'Label', 'Phone number');
    await tab.type('[data-marked]', ', with its country');
    await visitor.awaits('the label in the preview', isInPreview, 'Phone number, with its country');
    expect(await visitor.violations()).toEqual([]);
    await visitor.sees('Saved');

    await tab.reload();
    const renamed = 'Phone number, with its country';
    await visitor.awaits('the label in the outline', markElement, 'main li button', renamed);
    await visitor.presses('Undo');
    await visitor.awaits('the label as it was', isGone, 'main li button', renamed);
    await visitor.sees('Saved');
  });

  it('says each rule, and what is wrong', async ({ newVisitor, editing, expect }) => {
    const visitor = await newVisitor(undefined, editing);
    await signsIn(visitor, '/studio/rules');
    await visitor.sees('International sites value no boats.');
    expect(await visitor.violations()).toEqual([]);
    await visitor.awaits('a link "Checks"', markElement, 'nav a', 'Checks');
    await visitor.tab.click('[data-marked]');
    await visitor.sees('Every situation is checked.');
    expect(await visitor.violations()).toEqual([]);
  });

  it('takes a document as text to the preview, and a rule by its builder', async ({
    newVisitor,
    editing,
    expect,
  }) => {
    const visitor = await newVisitor(undefined, editing);
    await signsIn(visitor, '/studio/json?file=forms%2Fgeneral%2Fui.json');
    await visitor.awaits('the form in the preview', isInPreview, 'Send message');
    const another = { old: '"send-message"', words: '"submit"', label: 'Submit' };
    await visitor.awaits('the other word in the preview', replaceUntilPreviewed, another);
    expect(await visitor.violations()).toEqual([]);
    await visitor.presses('Undo');
    await visitor.awaits('the word as it was', isInPreview, 'Send message');
    await visitor.sees('Saved');

    await visitor.awaits('a link "Rules"', markElement, 'nav a', 'Rules');
    await visitor.tab.click('[data-marked]');
    await visitor.presses('Edit: A service enquiry carries one photo.');
    await visitor.awaits('what it decides', markProperty, 'Maximum number of files', '1');
    await visitor.tab.type('[data-marked]', '2');
    await visitor.sees('at most 12 files');
    expect(await visitor.violations()).toEqual([]);
    await visitor.presses('Undo');
    await visitor.awaits('the rule as it was', isGone, 'main p', 'at most 12 files');
    await visitor.sees('Saved');
  });

  it('tells what a change does, publishes it, and restores what was before', async ({
    newVisitor,
    editing,
    expect,
  }) => {
    const visitor = await newVisitor(undefined, editing);
    const { tab, relay } = visitor;
    await signsIn(visitor, '/studio/forms/careers?field=phone');
    await visitor.awaits('its label', markProperty, 'Label', 'Phone number');
    await tab.type('[data-marked]', ', daytime');
    await visitor.sees('Saved');
    await visitor.presses('Publish');
    await visitor.sees('Phone number, daytime');
    expect(await visitor.violations()).toEqual([]);
    await visitor.presses('Publish now');
    await visitor.sees('Published. Visitors see it from now on.');

    const outside = await newVisitor(undefined, editing);
    await outside.visits('/contact');
    await outside.fills({ enquiry_type: '5' });
    await outside.sees('Phone number, daytime');

    await tab.goto(`${relay.url}/studio/history/1`);
    await visitor.sees('Make live again');
    expect(await visitor.violations()).toEqual([]);
    await visitor.presses('Make live again');
    await visitor.sees('Version 1 is live again');
    await outside.visits('/contact');
    await outside.fills({ enquiry_type: '5' });
    await outside.awaits('the label as it was', isGone, 'label', 'Phone number, daytime');
  });

  it('opens an enquiry beside the list, and changes those that are selected', async ({
    newVisitor,
    editing,
    expect,
  }) => {
    const references: string[] = [];
    for (const name of ['Ann', 'Ben'])
      references.push(await sendEnquiry(editing.url, { name, office_location: 1, message: 'About tansy.' }));
    const [ann = '', ben = ''] = references;
    const visitor = await newVisitor(undefined, editing);
    const { tab } = visitor;
    await signsIn(visitor, '/studio/enquiries?search=tansy');
    await visitor.awaits('the row of the first', exists, `[aria-label="${ann}, Ann"]`);
    await tab.click(`[aria-label="${ben}, Ben"]`);
    await visitor.awaits('the enquiry beside the list', markElement, 'h1', ben);
    expect(await tab.evaluate(exists, `[aria-label="${ann}, Ann"]`)).toBe(true);
    // The bar with the number moves the list.
    await tab.click(`[aria-label="Select ${ann}"]`);
    await visitor.sees('One selected');
    await tab.click(`[aria-label="Select ${ben}"]`);
    await visitor.sees('2 selected');
    expect(await visitor.violations()).toEqual([]);
    await visitor.presses('Spam');
    await visitor.sees('2 enquiries are moved to Spam.');
    await visitor.awaits('no row', isGone, 'tbody th', ann);
    await visitor.awaits('the button Undo', markElement, '.st-selection-result button', 'Undo');
    await tab.click('[data-marked]');
    await visitor.awaits('both rows again', exists, `[aria-label="${ben}, Ben"]`);
    expect(await visitor.violations()).toEqual([]);
  });

  it('shows a preview by its link to somebody without an account, who comments on it', async ({
    newVisitor,
    editing,
    expect,
  }) => {
    const owner = createStudioSession(editing.url, { cookie: await signInTo(editing.url) });
    const asked: PreviewLinkRequest = {
      query: { type: 'general', site: '204', placement: 'inline', locale: 'ar' },
      days: 3,
      isFrozen: false,
      acceptsComments: true,
    };
    const { address = '' } = await owner.post<PreviewLinkView>('preview-links', asked);
    const guest = await newVisitor(undefined, editing);
    await guest.visits(new URL(address).pathname);
    await guest.sees('Preview – not live');
    expect(await guest.violations()).toEqual([]);
    await guest.tab.click('.site-preview-comment summary');
    await guest.tab.type('.site-preview-comment [name="name"]', 'Rita');
    await guest.tab.type('.site-preview-comment [name="text"]', 'Why?');
    await guest.presses('Send comment');
    await guest.sees('Thank you. Your comment was sent.');
    await expect.poll(() => guest.focus()).toBe('Thank you. Your comment was sent.');
    expect(await guest.violations()).toEqual([]);
  });

  it('shows people, sessions and the audit log', async ({ newVisitor, editing, expect }) => {
    const visitor = await newVisitor(undefined, editing);
    const { tab, relay } = visitor;
    await signsIn(visitor, '/studio/people');
    for (const [path, heading, text] of [
      ['/studio/people', 'People', 'Owner'],
      ['/studio/account', 'Your account', 'This browser'],
      ['/studio/audit', 'Audit log', 'signed in.'],
    ] as const) {
      await tab.goto(relay.url + path);
      await visitor.awaits(`the page "${heading}"`, isTitled, heading);
      await visitor.sees(text);
      expect(await visitor.violations(), path).toEqual([]);
    }
  });
});

async function signsIn(visitor: EngineVisitor, path: string): Promise<void> {
  const { tab, relay } = visitor;
  await tab.goto(relay.url + path);
  // In WebKit the pages of a browser share their cookies, so that the visitor may be signed in already.
  await visitor.awaits('the studio, or its door', exists, '[type="password"], nav a');
  if (!(await tab.evaluate(exists, '[type="password"]'))) return;
  await tab.type('[autocomplete="username"]', 'owner');
  await tab.type('[type="password"]', studioPassword);
  await visitor.presses('Sign in');
  await visitor.awaits('the studio', exists, 'nav a');
}

/** Runs in the page, like all functions below. */
function exists(selector: string): boolean {
  return document.querySelector(selector) !== null;
}

function isTitled(heading: string): boolean {
  return document.querySelector('h1')?.textContent === heading;
}

function isGone(selector: string, text: string): boolean {
  return [...document.querySelectorAll(selector)].every((element) => !element.textContent?.includes(text));
}

/** Marks the first match of a selector that contains a text. */
function markElement(selector: string, text: string): boolean {
  for (const old of document.querySelectorAll('[data-marked]')) old.removeAttribute('data-marked');
  const found = [...document.querySelectorAll(selector)].find((one) => one.textContent?.includes(text));
  found?.setAttribute('data-marked', '');
  return found !== undefined;
}

/** Marks a property's control, once it has a value. */
function markProperty(label: string, value: string): boolean {
  for (const old of document.querySelectorAll('[data-marked]')) old.removeAttribute('data-marked');
  const inputs = [...document.querySelectorAll('input')];
  const found = inputs.find((input) =>
    [...(input.labels ?? [])].some((one) => one.textContent?.startsWith(label)),
  );
  if (found?.value !== value) return false;
  found.setAttribute('data-marked', '');
  return true;
}

/**
 * Replaces text in the text editor in place, as a spelling checker does, until the preview contains a label. The
 * editor undoes it if it draws its lines anew at this moment.
 */
function replaceUntilPreviewed({
  old,
  words,
  label,
}: {
  readonly old: string;
  readonly words: string;
  readonly label: string;
}): boolean {
  const frame = document.querySelector<HTMLIFrameElement>('iframe[title="Preview"]');
  if (frame?.contentDocument?.body?.textContent?.includes(label)) return true;
  const content = document.querySelector('.st-code')?.shadowRoot?.querySelector('.cm-content');
  if (!content) return false;
  const texts = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
    if (node.nodeValue?.includes(old)) node.nodeValue = node.nodeValue.replace(old, words);
  return false;
}

function isInPreview(text: string): boolean {
  const frame = document.querySelector<HTMLIFrameElement>('iframe[title="Preview"]');
  return frame?.contentDocument?.body?.textContent?.includes(text) ?? false;
}
