import type { Visitor } from '../support/visitor.ts';
import { fillsEnquiry } from './enquiry.ts';
import type { PictureState } from './states.ts';

/** An enquiry that is sent later (docs/behaviour.md, "Sent later"). */
export const laterStates: readonly PictureState[] = [
  {
    name: 'later-offer',
    path: '/contact',
    shows: '#ContactFormSection',
    widths: [375],
    bringAbout: offersLater,
  },
  {
    name: 'later-stored',
    path: '/contact',
    shows: '#ContactFormSection',
    widths: [1440],
    bringAbout: storesForLater,
  },
  { name: 'later-question', path: '/visit', shows: 'window', widths: [375], bringAbout: asksInDialog },
  {
    name: 'later-beside',
    path: '/visit',
    shows: '.sw-launch',
    widths: [375],
    async bringAbout(visitor) {
      await visitor.opensDialog();
      await returnsLater(visitor);
    },
  },
  {
    name: 'later-dark',
    path: '/lantern-quay/contact',
    shows: '#ContactFormSection',
    widths: [375],
    bringAbout: returnsLater,
  },
  {
    name: 'later-arabic',
    path: '/ar/contact',
    shows: '#ContactFormSection',
    widths: [375],
    bringAbout: returnsLater,
  },
];

/** The offer to send later, on a page whose service worker could show a notification. */
async function offersLater(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await page.evaluate(() => {
    const controller = { scriptURL: `${location.origin}/slipway-worker.js` };
    const getRegistration = () => Promise.resolve(undefined);
    Object.defineProperty(navigator, 'serviceWorker', { value: { controller, getRegistration } });
    Object.defineProperty(Notification, 'permission', { value: 'default' });
  });
  await losesSend(visitor);
}

async function losesSend(visitor: Visitor): Promise<void> {
  await visitor.page.route('**/graphql', (route) => route.abort());
  await fillsEnquiry(visitor);
  await visitor.sends();
  await visitor.page.locator('.sw-later-lead:focus').waitFor();
}

async function storesForLater(visitor: Visitor): Promise<void> {
  await losesSend(visitor);
  await visitor.page.locator('.sw-later-actions > .sw-button--primary').click();
  await visitor.page.locator('.sw-waiting-title:focus').waitFor();
}

/** An enquiry that waits above the form, or beside the button of its dialog, at the next visit. */
async function returnsLater(visitor: Visitor): Promise<void> {
  await storesForLater(visitor);
  await visitor.reloads();
  await visitor.page.locator('.sw-waiting-item').waitFor();
}

async function asksInDialog(visitor: Visitor): Promise<void> {
  await visitor.opensDialog();
  await storesForLater(visitor);
  await visitor.page.locator('.sw-later-actions > .sw-button').last().click();
  await visitor.page.locator('.sw-waiting-question').waitFor();
}
