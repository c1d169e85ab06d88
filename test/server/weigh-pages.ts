import { fileURLToPath } from 'node:url';
import { entryOf, readManifest } from '../../src/server/pages/manifest.ts';
import { contentWith, pagePath } from '../bench/page/content.ts';
import { demonstration } from '../support/content.ts';
import { compiledForm, documents } from '../support/forms.ts';
import { createScales, type LateParts, type PageWeight } from '../support/page-weight.ts';
import { startServer } from '../support/server.ts';

/** Where the weights are kept that pages are held to. */
export const budgetFile = new URL('page-budget.json', import.meta.url);

/** The page that has so many offices besides. */
export const largePage = `${pagePath}, 3,000 offices`;

/** What every page of the demonstration weighs, with the frozen documents, by its path; and one of them with thousands of offices. */
export async function weighPages(): Promise<Readonly<Record<string, PageWeight>>> {
  const paths = ['/', '/privacy-policy', ...demonstration().pages.map((page) => page.path)];
  const weigh = createScales(await lateParts());
  const weighed = async (all: readonly string[], content?: Readonly<Record<string, unknown>>) => {
    const server = await startServer({ documents: documents(), ...(content && { content }) });
    try {
      const weights: Record<string, PageWeight> = {};
      for (const path of all) weights[path] = await weigh(server.url, path);
      return weights;
    } finally {
      await server.stop();
    }
  };
  const { [pagePath]: large } = await weighed([pagePath], contentWith(3_000));
  return { ...(await weighed(paths)), ...(large && { [largePage]: large }) };
}

const manifestFile = fileURLToPath(new URL('../../dist/client/.vite/manifest.json', import.meta.url));

/** What `prepare` in `src/contact/enquiry/use-plan.ts` loads. */
async function lateParts(): Promise<LateParts> {
  const manifest = await readManifest(manifestFile);
  const sources = ['src/contact/keys/keys.ts', 'src/contact/send/apollo-transport.ts'];
  return {
    modules: sources.map((source) => `/${entryOf(manifest, source).file}`),
    types: compiledForm().types.map(({ key }) => key),
  };
}
