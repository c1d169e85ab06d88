import { existsSync } from 'node:fs';
import puppeteer, { type CDPSession } from 'puppeteer-core';
import { expect, it, onTestFinished } from 'vitest';
import { postNames } from '../../engine/model/names.ts';
import { browserFlags } from '../support/browser.ts';
import { startServer } from '../support/server.ts';

// The packaged Chromium has no autofill, therefore an installed one is used.
const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium';

/**
 * All data that a browser may have of its owner, by Chromium's names
 * (`components/autofill/core/browser/field_types.h`).
 */
const known = {
  NAME_FULL: 'Ada Marsh',
  COMPANY_NAME: 'Marsh & Daughters',
  EMAIL_ADDRESS: 'ada@example.com',
  PHONE_HOME_WHOLE_NUMBER: '+442079460018',
  ADDRESS_HOME_LINE1: '1 Quay Street',
  ADDRESS_HOME_LINE2: 'Second floor',
  ADDRESS_HOME_CITY: 'Poole',
  ADDRESS_HOME_ZIP: 'BH15 1AA',
  ADDRESS_HOME_COUNTRY: 'GB',
};

it('has a trap that Chromium’s autofill leaves empty', async ({ skip }) => {
  if (!existsSync(chromium)) skip(`there is no Chromium with autofill at ${chromium}; CHROMIUM names one`);
  const server = await startServer();
  const browser = await puppeteer.launch({ executablePath: chromium, args: [...browserFlags] });
  onTestFinished(async () => {
    await browser.close();
    await server.stop();
  });
  const page = await browser.newPage();
  // Only the server-rendered form: none of our scripts reads or redraws autofilled values.
  await page.setJavaScriptEnabled(false);
  await page.goto(new URL('/contact', server.url).href, { waitUntil: 'load' });
  const protocol = await page.createCDPSession();
  await protocol.send('Autofill.enable');
  await protocol.send('DOM.enable');
  const held = (name: string) => page.$eval(`[name="${name}"]`, (field) => (field as HTMLInputElement).value);
  const { honeypot } = postNames;

  // Chromium registers the form's fields a while after they are drawn.
  await expect
    .poll(async () => {
      await fillIn(protocol);
      return [await held('name'), await held('email')];
    })
    .toEqual([known.NAME_FULL, known.EMAIL_ADDRESS]);
  expect(await held(honeypot)).toBe('');

  // The same field with another name is filled in, so the name keeps it empty.
  await page.$eval(`[name="${honeypot}"]`, (field) => field.setAttribute('name', 'company'));
  await expect
    .poll(async () => {
      await fillIn(protocol);
      return held('company');
    })
    .toBe(known.COMPANY_NAME);
});

/** Chooses the suggestion of Chromium below the field `name`. */
async function fillIn(protocol: CDPSession): Promise<void> {
  const { root } = await protocol.send('DOM.getDocument');
  const { nodeId } = await protocol.send('DOM.querySelector', {
    nodeId: root.nodeId,
    selector: 'input[name="name"]',
  });
  const { node } = await protocol.send('DOM.describeNode', { nodeId });
  const fields = Object.entries(known).map(([name, value]) => ({ name, value }));
  await protocol.send('Autofill.trigger', { fieldId: node.backendNodeId, address: { fields } });
}
