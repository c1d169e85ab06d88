import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { describe } from 'vitest';
import { createPicture } from '../photos/support/pictures.ts';
import { createHostPage, openHostPage, scriptTag } from '../support/host-page.ts';
import { journeysOn } from '../support/journey.ts';
import { readEnquiryMails } from '../support/mailbox.ts';
import { frameScript, frameSnippet, strictPolicy } from './embed-docs.ts';

const it = journeysOn();

describe('a frame', () => {
  it.for([
    ['with the script beside it', frameScript],
    ['without a script of the page', ''],
  ])(
    'shows what is wrong, and thanks, in the page around: %s',
    async ([, head], { visitor, server, expect }) => {
      const { page } = visitor;
      await page.setViewportSize({ width: 800, height: 400 });
      const room = '<div class="room"></div><div class="room"></div>';
      await openHostPage(visitor, server.url, {
        '/': createHostPage(
          `${room}${frameSnippet}${room}`,
          `${head}<link rel="stylesheet" href="/room.css">`,
        ),
        '/room.css': { text: '.room { block-size: 500px }', type: 'text/css' },
      });
      const frame = page.frameLocator('iframe');
      const isSeen = async (what: Locator) => {
        const { y, height } = (await what.boundingBox()) ?? { y: -1, height: 0 };
        return y >= 0 && y + height <= 400;
      };
      const send = frame.locator('button[type="submit"]');
      await frame.locator('[name="enquiry_type"]').selectOption('3');
      await frame.locator('[name="office_location"]').selectOption('1');
      const name = frame.locator('[name="name"]');
      await name.waitFor();
      const sendAt = (await send.boundingBox())?.y ?? 0;
      await page.evaluate((top) => scrollBy({ top, behavior: 'instant' }), sendAt - 200);
      expect(await isSeen(name)).toBe(false);
      await send.click();
      await expect.poll(() => isSeen(name)).toBe(true);
      for (const [field, value] of Object.entries({
        name: 'Ann',
        email: 'shown@example.com',
        message: 'Hello',
      }))
        await frame.locator(`[name="${field}"]`).fill(value);
      await send.click();
      const thanks = frame.getByRole('heading', { name: 'Thank you' });
      await thanks.waitFor();
      await expect.poll(() => isSeen(thanks)).toBe(true);
    },
  );
});

describe('the element', () => {
  it('loads 2 kB before a visitor comes near', async ({ visitor, server, expect }) => {
    const far = '<p id="above">Far</p><div id="room"></div><enquiry-form page="/contact"></enquiry-form>';
    const css = '<link rel="stylesheet" href="/far.css">';
    const asked: string[] = [];
    visitor.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await openHostPage(visitor, server.url, {
      '/': createHostPage(far, css + scriptTag),
      '/far.css': { text: '#room { block-size: 5000px }', type: 'text/css' },
    });
    await visitor.page.waitForFunction(() => customElements.get('enquiry-form') !== undefined);
    // Two frames, in which an element near the viewport would have been detected.
    await visitor.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(asked.sort()).toEqual(['/', '/embed.js', '/far.css']);
    const answer = await fetch(`${server.url}/embed.js`, { headers: { 'accept-encoding': 'br' } });
    expect(answer.headers.get('content-encoding')).toBe('br');
    const file = readFileSync(new URL('../../dist/client/embed.js.br', import.meta.url));
    expect(brotliDecompressSync(file).toString()).toBe(await answer.text());
    expect(file.length).toBeLessThan(2000);
    // The script beside a frame is too short for compression.
    const beside = await (await fetch(`${server.url}/embed-frame.js`)).text();
    expect(beside.length).toBeLessThan(1000);
    await visitor.page.mouse.wheel(0, 4500);
    await visitor.control('name').waitFor();
  });

  it('asks for all that draws the form as soon as it knows what that is', async ({ visitor, server }) => {
    const { page } = visitor;
    const parts = ['client-*.js', 'embed-style-*.css'].map((name) =>
      page.waitForRequest(`**/assets/${name}`),
    );
    await page.route('**/assets/mount-*.js', async (route) => {
      await Promise.all(parts);
      await route.continue();
    });
    await openHostPage(visitor, server.url, {
      '/': createHostPage('<enquiry-form page="/contact"></enquiry-form>'),
    });
    await visitor.control('name').waitFor();
  });

  it('sends a large photo scaled down, under that policy', async ({ visitor, server, expect }) => {
    const large = await createPicture(3000, 2000).jpeg().toBuffer();
    expect(large.length).toBeGreaterThan(1_000_000);
    await openHostPage(visitor, server.url, {
      '/': {
        ...createHostPage('<enquiry-form page="/service/falmouth"></enquiry-form>'),
        policy: `${strictPolicy}; require-trusted-types-for 'script'`,
      },
    });
    await visitor.fills({ name: 'Ann', email: 'scaled@example.com', message: 'The engine stalls.' });
    const photo = { name: 'engine.jpg', mimeType: 'image/jpeg', buffer: large };
    await visitor.page.locator('input[type="file"]').setInputFiles(photo);
    await visitor.page.getByRole('listitem').getByText('Uploaded').waitFor();
    await visitor.sends();
    await visitor.sees('Thank you');
    const sent = (await server.mailsDone()).find(({ visitor: who }) => who?.email === 'scaled@example.com');
    const [mail] = await readEnquiryMails(server, sent?.id ?? '');
    const link = /http\S+\/api\/photos\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    const { width, height } = await sharp(await (await fetch(link)).arrayBuffer()).metadata();
    expect({ width, height }).toEqual({ width: 2560, height: 1707 });
  });

  it('asks once for what draws it, however many there are and whatever changes', async ({
    visitor,
    server,
    expect,
  }) => {
    const one = '<enquiry-form page="/contact"></enquiry-form>';
    await openHostPage(visitor, server.url, { '/': createHostPage(one + one) });
    const { page } = visitor;
    await expect.poll(() => page.locator('[name="name"]').count()).toBe(2);
    await page.evaluate(() => document.querySelector('enquiry-form')?.setAttribute('locale', 'de'));
    await visitor.sees('Nachricht senden');
    const asked = await page
      .locator('head > link')
      .evaluateAll((links) =>
        links.map((link) => `${link.getAttribute('rel')} ${link.getAttribute('href')}`),
      );
    expect(asked.length).toBeGreaterThan(2);
    expect(asked.filter((link, at) => asked.indexOf(link) !== at)).toEqual([]);
  });

  it('looks the same whatever the page says of bare elements, and says nothing of them itself', async ({
    newVisitor,
    server,
    expect,
  }) => {
    const rude = `* { margin: 7px; letter-spacing: 2px } h2, label, p { color: red; text-transform: uppercase }
      input, select, button, textarea { border: 9px dotted red; width: 40px } a:link { color: lime }`;
    const body = '<h2>Ours</h2><p>Ours <a href="/x">too</a></p><enquiry-form page="/contact"></enquiry-form>';
    const looksOn = async (css: string, shown = body) => {
      const visitor = await newVisitor();
      await openHostPage(visitor, server.url, {
        '/': createHostPage(shown, `${scriptTag}<link rel="stylesheet" href="/page.css">`),
        '/page.css': { text: css, type: 'text/css' },
      });
      if (shown === body) await visitor.control('name').waitFor();
      return visitor.page.evaluate(() => {
        const names = [
          'display',
          'position',
          'margin',
          'letterSpacing',
          'color',
          'textTransform',
          'border',
          'padding',
        ] as const;
        const looks = (element: Element) => {
          const style = getComputedStyle(element);
          return [element.localName, element.className, ...names.map((name) => style[name])].join(' ');
        };
        const all = (selector: string) => [...document.querySelectorAll(selector)].map(looks);
        return { form: all('.sw-host *:not(option)'), page: all('body > h2, body > p, body > p > a') };
      });
    };
    const hostile = `* { all: unset } div, form, fieldset, label, section { display: none } [class] { position: fixed }`;
    const [plain, beset, besieged, without] = [
      await looksOn(''),
      await looksOn(rude),
      await looksOn(hostile),
      await looksOn('', '<h2>Ours</h2><p>Ours <a href="/x">too</a></p>'),
    ];
    expect(plain.form.length).toBeGreaterThan(40);
    expect(beset.form).toEqual(plain.form);
    expect(besieged.form).toEqual(plain.form);
    expect(plain.page).toEqual(without.page);
  });

  it('stands several times on a page, and in its dialogs, each by itself', async ({
    visitor,
    server,
    expect,
  }) => {
    const body = `
      <enquiry-form id="one" page="/contact"></enquiry-form>
      <enquiry-form id="two" page="/contact"></enquiry-form>
      <enquiry-form id="three" page="/visit" placement="modal"></enquiry-form>
      <button id="opener">More</button><dialog id="more"><enquiry-form id="four" page="/solent/contact"></enquiry-form></dialog>`;
    const opener = `document.querySelector('#opener').onclick = () => document.querySelector('#more').showModal()`;
    await openHostPage(visitor, server.url, {
      '/': createHostPage(body, `${scriptTag}<script type="module" src="/opener.js"></script>`),
      '/opener.js': { text: opener, type: 'text/javascript' },
    });
    const { page } = visitor;
    await page.locator('#one').locator('[name="name"]').fill('Ann');
    await page.locator('#two').locator('[name="name"]').fill('Bob');
    await page.getByRole('button', { name: 'Contact us' }).click();
    await page.locator('#three').locator('[name="name"]').fill('Cid');
    await page.keyboard.press('Escape');
    await page.locator('#opener').click();
    await page.locator('#four').locator('[name="name"]').fill('Dot');
    const held = await page
      .locator('[name="name"]')
      .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
    expect(held).toEqual(['Ann', 'Bob', 'Cid', 'Dot']);
    const ids = await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id));
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });
});
