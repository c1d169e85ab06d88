/**
 * Takes the pictures of the README: `npx node test/support/screenshots.ts`, after `npm run build`. A reduced
 * palette keeps them small without a visible difference.
 */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { StatePicture } from '../screenshots/pictures.ts';
import { openPictureSession } from '../screenshots/session.ts';
import { chooseStudioField } from '../screenshots/studio-states.ts';
import type { Visitor } from './visitor.ts';

const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url));

const pictures: readonly StatePicture[] = [
  savePicture('studio', 1280, { isStudio: true, height: 860, bringAbout: chooseStudioField }),
  savePicture('contact', 1440, { path: '/contact', height: 1720, bringAbout: fillHalf }),
  savePicture('dark', 1440, { path: '/lantern-quay/goteborg', height: 1000, bringAbout: showForm }),
  savePicture('phone', 375, { path: '/contact', height: 880, bringAbout: sendEmptyForm }),
  savePicture('arabic', 375, { path: '/ar/contact', height: 880, bringAbout: showForm }),
];

if (import.meta.main) {
  mkdirSync(folder, { recursive: true });
  const session = await openPictureSession();
  for (const wanted of pictures) {
    const png = sharp(await session.take(wanted)).png({ palette: true, quality: 92, effort: 10 });
    await png.toFile(`${folder}${wanted.name}.png`);
    console.log(`docs/images/${wanted.name}.png`);
  }
  await session.close();
}

function savePicture(
  name: string,
  width: StatePicture['width'],
  state: Omit<StatePicture['state'], 'name' | 'shows'>,
): StatePicture {
  return { name, width, state: { name, shows: 'window', ...state } };
}

async function fillHalf(visitor: Visitor): Promise<void> {
  await visitor.fills({ office_location: 1, name: 'Ada Marsh', email: 'ada@example.com' });
  await visitor.control('email').blur();
}

async function sendEmptyForm(visitor: Visitor): Promise<void> {
  await visitor.sends();
  await visitor.page.locator('.sw-summary').waitFor();
  await showForm(visitor);
}

async function showForm({ page }: Visitor): Promise<void> {
  await page.getByTestId('contact-form').evaluate((section) => {
    scrollTo({ top: section.getBoundingClientRect().top + scrollY - 20, behavior: 'instant' });
  });
}
