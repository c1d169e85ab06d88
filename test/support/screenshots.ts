/**
 * Takes the pictures of the README: `npx node test/support/screenshots.ts`, after `npm run build`. A reduced
 * palette keeps them small without a visible difference.
 */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { Picture } from '../screenshots/pictures.ts';
import { openSession } from '../screenshots/session.ts';
import { choosesField } from '../screenshots/studio-states.ts';
import type { Visitor } from './visitor.ts';

const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url));

const pictures: readonly Picture[] = [
  picture('studio', 1280, { isStudio: true, height: 860, bringAbout: choosesField }),
  picture('contact', 1440, { path: '/contact', height: 1720, bringAbout: fillsHalf }),
  picture('dark', 1440, { path: '/lantern-quay/goteborg', height: 1000, bringAbout: showsForm }),
  picture('phone', 375, { path: '/contact', height: 880, bringAbout: sendsEmpty }),
  picture('arabic', 375, { path: '/ar/contact', height: 880, bringAbout: showsForm }),
];

if (import.meta.main) {
  mkdirSync(folder, { recursive: true });
  const session = await openSession();
  for (const wanted of pictures) {
    const png = sharp(await session.take(wanted)).png({ palette: true, quality: 92, effort: 10 });
    await png.toFile(`${folder}${wanted.name}.png`);
    console.log(`docs/images/${wanted.name}.png`);
  }
  await session.close();
}

function picture(
  name: string,
  width: Picture['width'],
  state: Omit<Picture['state'], 'name' | 'shows'>,
): Picture {
  return { name, width, state: { name, shows: 'window', ...state } };
}

async function fillsHalf(visitor: Visitor): Promise<void> {
  await visitor.fills({ office_location: 1, name: 'Ada Marsh', email: 'ada@example.com' });
  await visitor.control('email').blur();
}

async function sendsEmpty(visitor: Visitor): Promise<void> {
  await visitor.sends();
  await visitor.page.locator('.sw-summary').waitFor();
  await showsForm(visitor);
}

async function showsForm({ page }: Visitor): Promise<void> {
  await page.getByTestId('contact-form').evaluate((section) => {
    scrollTo({ top: section.getBoundingClientRect().top + scrollY - 20, behavior: 'instant' });
  });
}
